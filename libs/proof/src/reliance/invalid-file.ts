/** Why a reliance file is not accepted, in the order of the checks (docs/reliance-file.md). */
export const FILE_FAULTS = {
  too_large: 'is larger than a reliance file may be',
  not_a_zip: 'is not a ZIP file',
  compressed: 'is compressed; a reliance file stores its members as they are',
  unsafe_path: 'has a path that a reliance file does not have',
  duplicate_member: 'occurs twice',
  zip_form: 'is not stored in the exact form: bytes of the ZIP were changed',
  member_missing: 'is missing',
  manifest_invalid: 'is not a manifest of a reliance file',
  signature_invalid: 'is not the signature of the manifest',
  key_unknown: 'does not have a known key of the signature',
  digest_differs: 'was changed: its digest is not the one in the manifest',
  member_unexpected: 'is not listed in the manifest',
  content_invalid: 'does not have the content of its kind, or is about another query',
  commitment_differs: 'has a value that is not the committed one',
  log_invalid: 'does not prove with known keys that the log has the query',
  answer_differs: 'is not the answer that the decision makes',
  assembly_failed: 'does not assemble an answer',
} as const;

export type FileFault = keyof typeof FILE_FAULTS;

/** A file that proves nothing: the first fault and the member that has it. */
export class InvalidRelianceFile extends Error {
  /** @param member null for the file as a whole */
  constructor(
    readonly code: FileFault,
    readonly member: string | null,
    options?: ErrorOptions,
  ) {
    super(`${member ?? 'the file'} ${FILE_FAULTS[code]}`, options);
    this.name = 'InvalidRelianceFile';
  }
}
