/** Stable codes of the reasons for rejecting a furnished record (design 8). */
export const FURNISH_FAULT_CODES = [
  /** A member is missing, unknown, or has another type or form. */
  'invalid_value',
  'too_large',
  'in_the_future',
  /** The furnishing policy requires the field. */
  'required_field_missing',
  /** The verification is older than the furnishing policy allows. */
  'too_old',
  /** The furnishing policy requires an active attestation of the furnisher. */
  'attestation_missing',
  /** The network has no business with the id. */
  'unknown_business',
  /** The identity cannot be matched, or exceeds a bound of the matched subject. */
  'identity_rejected',
  /** The institution has no complete document in the network with the referenced id. */
  'unknown_document',
  /** The institution has no record in the network with the id that the record corrects. */
  'unknown_record',
  /** The corrected record is of another product, template or subject. */
  'other_record',
  /** The corrected record was withdrawn or corrected before. */
  'record_ended',
] as const;

export type FurnishFaultCode = (typeof FURNISH_FAULT_CODES)[number];
