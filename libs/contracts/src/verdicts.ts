/**
 * The rules that exclude a record from an answer, in the order in which they apply: a record has the
 * first that excludes it (decision 0075).
 */
export const EXCLUSIONS = [
  /** No consent in force, and no allowed purpose, opens the data set from which a bundle reads. */
  'dataset_closed',
  'consent_scope',
  'grant',
  /** The furnisher is no furnisher of the network any more. */
  'furnisher_left',
  'furnisher_not_requested',
  'not_enabled',
  'source_not_accepted',
  'attestation_missing',
  'too_old',
  /** An undecided dispute of the record, and the policy excludes disputed data. */
  'disputed',
  /** The record names the business otherwise than the consent, or no name may be read. */
  'name_differs',
  'value_not_accepted',
  'nothing_readable',
  'required_field_missing',
] as const;

/** The criteria between two records that satisfy the policy, in the order of comparison. */
export const RANKINGS = [
  'outranked_by_source_order',
  'outranked_by_verification_time',
  'outranked_by_furnishing_time',
  'outranked_by_record_id',
] as const;

/** A candidate record was chosen, excluded by a rule, or outranked by another record. */
export const VERDICTS = ['chosen', ...EXCLUSIONS, ...RANKINGS] as const;

export type Exclusion = (typeof EXCLUSIONS)[number];
export type Ranking = (typeof RANKINGS)[number];
export type Verdict = (typeof VERDICTS)[number];

/** The codes of a query, a section or a field, besides the exclusions by consent and policy. */
export const FINDINGS = [
  'issued',
  /** It is available, but the result as a whole was not issued. */
  'result_not_issued',
  'required_section_missing',
  /** Computed or known to the network, and the readable values do not determine it. */
  'not_determined',
  'no_eligible_record',
  /** Its furnisher did not state it. */
  'not_stated',
  /** It satisfies the policy of its network. */
  'eligible',
  /** It depends on networks that the reader may not see. */
  'not_shown',
  /** The query was answered before decisions were recorded. */
  'not_recorded',
] as const;

export type Finding = (typeof FINDINGS)[number];

/** The stable codes of explanations. */
export const EXPLANATION_CODES = [...VERDICTS, ...FINDINGS] as const;

export type ExplanationCode = Verdict | Finding;
