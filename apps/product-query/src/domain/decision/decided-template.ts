import type { Verdict } from '@ndx/contracts';

/** The members of a decision that only a template's query has. Numbers are places. */
export interface DecidedTemplate {
  readonly slug: string;
  /** The names of furnished fields and of outputs. */
  readonly fields: readonly string[];
  /** The values of the answer's fields, by the data set under which they were furnished. */
  readonly values: Readonly<Record<string, readonly DecidedValues[]>>;
  /** Records in which a furnisher may deny an attested output. */
  readonly denials?: readonly DecidedDenial[];
  /** The outputs without a value; omitted when no value was chosen: then no output has one. */
  readonly absent?: readonly number[];
  /** The legal name in each listed network, for an output that states it; no record has it. */
  readonly legalNames?: readonly (string | null)[];
  /** The terms of each data set that a bundle reads. */
  readonly parts?: Readonly<Record<string, DecidedPart>>;
  /** The keyed hash of the issued answer. */
  readonly answer?: string;
}

/** The values of one record with the same verdict. The attestation is to the queried template. */
export type DecidedValues = readonly [
  network: number,
  furnisher: number,
  record: number,
  attestation: number | null,
  verdict: Verdict,
  fields: readonly number[],
  /** The data set whose consent or policy excludes them, where it is not the queried template. */
  excludedIn?: string,
];

export type DecidedDenial = readonly [
  network: number,
  furnisher: number,
  record: number,
  dataset: string,
  field: number,
];

export interface DecidedPart {
  /** Policy, version and consent of each listed network; null where it is closed. */
  readonly rules: readonly (
    readonly [policyId: string | null, version: number | null, consent: number | null] | null
  )[];
  /** The attestations of furnishers to the data set. */
  readonly attestations: readonly (readonly [furnisher: number, attestation: number])[];
}
