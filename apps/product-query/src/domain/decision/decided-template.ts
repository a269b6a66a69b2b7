/** The members of a decision that only a template's query has. Numbers are places. */
export interface DecidedTemplate {
  readonly slug: string;
  /** The outputs without a value; omitted when no record was chosen: then no output has one. */
  readonly absent?: readonly string[];
  /** The attested outputs that are false. */
  readonly denied?: readonly string[];
  /** The time of each chosen record, as the caller may know it, in milliseconds since the epoch. */
  readonly times?: Readonly<Record<string, number>>;
  /** The legal name that each furnisher stated, for an output with it; other records have it. */
  readonly legalNames?: readonly (readonly [network: number, furnisher: number, name: string])[];
  /** The terms of each data set that a bundle reads. */
  readonly parts?: Readonly<Record<string, DecidedPart>>;
  /** The documents that the issued answer references, with the furnishers of their values. */
  readonly documents?: readonly (readonly [field: string, furnisher: number, documentId: string])[];
  /** The keyed hash of the issued answer. */
  readonly answer?: string;
}

export interface DecidedPart {
  /** Policy, version and consent of each listed network; null where it is closed. */
  readonly rules: readonly (
    readonly [policyId: string | null, version: number | null, consent: number | null] | null
  )[];
  /** The attestations of furnishers to the data set. */
  readonly attestations: readonly (readonly [furnisher: number, attestation: number])[];
}
