import type { Exclusion, Finding, Verdict } from '@ndx/contracts';

/** The values that a sentence can name. */
export interface SentenceSubject {
  readonly field?: string | undefined;
  readonly days?: number | null | undefined;
}

type Sentences<Code extends string> = Readonly<Record<Code, (about: SentenceSubject) => string>>;

const fieldIn = ({ field }: SentenceSubject) => field ?? 'a field';
const daysIn = ({ days }: SentenceSubject) => String(days ?? 0);

/** Of a candidate record. */
export const RECORD_SENTENCES: Sentences<Verdict | 'eligible'> = {
  chosen: () => 'The record was chosen.',
  eligible: () => 'The record satisfies the policy of its network.',
  consent_scope: () => 'The consent covers no field that the record states.',
  grant: () => 'No grant in force covers a field that the record states.',
  furnisher_not_requested: () => 'The query named other furnishers.',
  not_enabled: () => 'The policy disables the section.',
  source_not_accepted: () => 'The policy does not accept the section from this furnisher.',
  attestation_missing: () =>
    'The policy requires an attestation, and the furnisher had no active one.',
  too_old: (about) => `The policy accepts records of at most ${daysIn(about)} days.`,
  value_not_accepted: (about) =>
    `The policy accepts certain values of ${fieldIn(about)}, and the record has none of them that may be read.`,
  nothing_readable: () => 'Consent and policy together permit no value of the record.',
  required_field_missing: (about) =>
    `The policy requires ${fieldIn(about)}, which the record does not show.`,
  outranked_by_source_order: () => 'The policy prefers the furnisher of the chosen record.',
  outranked_by_verification_time: () => 'The chosen record was verified later.',
  outranked_by_furnishing_time: () => 'The chosen record was furnished later.',
  outranked_by_record_id: () => 'Source order and times are equal; the lower record id was chosen.',
};

/** The exclusions that consent and policy alone account for. */
export type PartExclusion = 'consent_scope' | 'grant' | 'not_enabled' | 'source_not_accepted';

/** Of a section or a field. */
export const PART_SENTENCES: Sentences<
  PartExclusion | Exclude<Finding, 'eligible' | 'required_section_missing'>
> = {
  issued: () => 'It was issued.',
  result_not_issued: () => 'It is available, but the result as a whole was not issued.',
  no_eligible_record: () => 'No record that you may read satisfies the rules listed as limits.',
  not_stated: () => 'The furnisher of the chosen record did not state it.',
  not_shown: () => 'It depends on networks that you do not govern.',
  not_recorded: () => 'The query was answered before decisions were recorded.',
  consent_scope: () => 'The consent does not cover it.',
  grant: () => 'No grant in force covers it.',
  not_enabled: () => 'The policy disables it.',
  source_not_accepted: () => 'The policy does not accept it from the furnisher of the record.',
};

export type PartCode = keyof typeof PART_SENTENCES;

/** Of a query. */
export const QUERY_SENTENCES: Sentences<
  'issued' | 'required_section_missing' | 'no_eligible_record' | 'not_shown' | 'not_recorded'
> = {
  issued: () => 'A result was issued.',
  required_section_missing: ({ field }) =>
    `No result was issued: a policy requires ${field ?? 'a section'}, and no record that you may read satisfies the rules listed as its limits.`,
  no_eligible_record: () =>
    'No result was issued: no section has a record that you may read and that satisfies the rules listed as its limits.',
  not_shown: () =>
    'The query covered networks that you do not govern; the explanation shows only the decisions of your networks.',
  not_recorded: PART_SENTENCES.not_recorded,
};

/** A rule that a record had to satisfy, whether or not there is one. */
export const LIMIT_SENTENCES: Sentences<LimitCode> = {
  consent_scope: () => 'The consent covers only some fields of the section, or none.',
  grant: () => 'The grants in force cover only some fields of the section, or none.',
  furnisher_not_requested: () => 'The query accepts records of the furnishers that it named.',
  not_enabled: () => 'The policy disables the section.',
  source_not_accepted: () => 'The policy accepts the section from the furnishers that it lists.',
  attestation_missing: () => 'The policy requires an active attestation of the furnisher.',
  too_old: (about) => RECORD_SENTENCES.too_old(about),
  value_not_accepted: (about) =>
    `The policy accepts certain values of ${fieldIn(about)}, which must be readable.`,
  required_field_missing: (about) =>
    `The policy requires ${fieldIn(about)}, which must be readable.`,
};

export type LimitCode = Exclude<Exclusion, 'nothing_readable'>;
