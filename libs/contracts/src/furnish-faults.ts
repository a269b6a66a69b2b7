/** Why a furnished record was rejected. */
interface FurnishFault {
  /** The cause, for the document: a clause without a full stop. */
  readonly cause: string;
  /** What the furnisher does about it. */
  readonly remedy: string;
}

/** The reasons for rejecting a furnished record, by their stable codes (design 8). */
export const FURNISH_FAULTS = {
  invalid_value: {
    cause: 'a member is missing, unknown, or has another type or form',
    remedy: 'correct the member that `path` names',
  },
  too_large: {
    cause: 'the record is too large',
    remedy: 'upload its documents, and reference them',
  },
  in_the_future: { cause: 'a time is in the future', remedy: 'correct the time, or your clock' },
  required_field_missing: {
    cause: 'the furnishing policy of the network requires the field',
    remedy: 'state it',
  },
  too_old: {
    cause: 'the verification is older than the furnishing policy of the network allows',
    remedy: 'verify the subject again, then furnish the new verification',
  },
  attestation_missing: {
    cause: 'the furnishing policy of the network requires an active attestation of the institution',
    remedy: 'attest to the product, then furnish the record',
  },
  unknown_business: {
    cause: 'the network has no business with the id',
    remedy: 'correct the id, or send the identity of the business',
  },
  identity_rejected: {
    cause: 'the identity cannot be matched, or exceeds a bound of the matched subject',
    remedy: 'correct the member that `path` names',
  },
  unknown_document: {
    cause: 'the institution has no complete document in the network with the referenced id',
    remedy: 'upload the document until it is `ready`, then furnish the record',
  },
  unknown_record: {
    cause: 'the institution has no record in the network with the id that the record corrects',
    remedy: 'correct the id',
  },
  other_record: {
    cause: 'the corrected record is of another product, template or subject',
    remedy: 'correct the id, or the identity',
  },
  record_ended: {
    cause: 'the corrected record was withdrawn or corrected, also by another record of the request',
    remedy: 'list the records of the subject, and correct one that has not ended',
  },
} as const satisfies Readonly<Record<string, FurnishFault>>;

export type FurnishFaultCode = keyof typeof FURNISH_FAULTS;

export const FURNISH_FAULT_CODES = Object.keys(FURNISH_FAULTS) as readonly FurnishFaultCode[];
