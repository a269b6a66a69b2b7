import type { Exclusion, Finding, Verdict } from '@ndx/contracts';
import type { OmittedNetwork } from '../policy/network-rules.js';
import { daysIn as daysOf, oneOf, words } from './words.js';

/** The values that a sentence can name. */
export interface SentenceSubject {
  readonly field?: string | undefined;
  readonly days?: number | null | undefined;
  /** The accepted values, where the reader may read the policy. */
  readonly values?: readonly (string | number | boolean)[] | undefined;
  /** The data set of a bundle whose policy or consent has the rule; undefined: the query's own. */
  readonly dataset?: string | undefined;
  /** Whether the sentence is about a check: a query would be answered like that. */
  readonly isCheck?: boolean | undefined;
}

type Sentences<Code extends string> = Readonly<Record<Code, (about: SentenceSubject) => string>>;

const fieldIn = ({ field }: SentenceSubject) => words(field ?? 'a field');
const daysIn = ({ days }: SentenceSubject) => daysOf(days ?? 0);
const valuesIn = ({ values }: SentenceSubject) =>
  values === undefined ? 'certain values' : `only ${oneOf(values)}`;
const was = ({ isCheck }: SentenceSubject) => (isCheck ? 'would be' : 'was');
const wasNot = ({ isCheck }: SentenceSubject) => (isCheck ? 'would not be' : 'was not');
const ofDataset = ({ dataset }: SentenceSubject) =>
  dataset === undefined ? '' : ` for ${words(dataset)}`;
const policyIn = (about: SentenceSubject) => `The policy${ofDataset(about)}`;
const consentIn = (about: SentenceSubject) => `The consent${ofDataset(about)}`;

/** Sentences about a candidate record. */
export const RECORD_SENTENCES: Sentences<Verdict | 'eligible'> = {
  chosen: (about) => `The record ${was(about)} chosen.`,
  eligible: () => 'The record satisfies the policy of its network.',
  dataset_closed: () =>
    'No consent in force, and no allowed purpose, opens the data set of the record.',
  consent_scope: (about) => `${consentIn(about)} covers no field that the record states.`,
  grant: () =>
    'No grant that applies to the furnisher covers a consented field that the record states.',
  furnisher_left: () =>
    'The furnisher had left the network, or was no furnisher there any more, and the network excludes such records.',
  furnisher_not_requested: () => 'The query named other furnishers.',
  not_enabled: (about) => `${policyIn(about)} disables the section.`,
  source_not_accepted: (about) =>
    `${policyIn(about)} does not accept the section from this furnisher.`,
  attestation_missing: (about) =>
    `${policyIn(about)} requires an attestation, and the furnisher had no active one.`,
  too_old: (about) =>
    `${policyIn(about)} accepts records of at most ${daysIn(about)}, and the record was older.`,
  disputed: (about) =>
    `${policyIn(about)} excludes disputed data, at once or after a missed deadline, and a dispute of the record was open.`,
  name_differs: (about) =>
    `${policyIn(about)} requires the legal name in the consent, which the record does not state, or may not be read in it.`,
  value_not_accepted: (about) =>
    `${policyIn(about)} accepts certain values of ${fieldIn(about)}, and the record has none of them that may be read.`,
  nothing_readable: () => 'Consent and policy leave no value of the record.',
  required_field_missing: (about) =>
    `${policyIn(about)} requires ${fieldIn(about)}, of which no value may be read in the record.`,
  outranked_by_source_order: () =>
    'The furnisher of the chosen record comes first in the order of sources of the policy.',
  outranked_by_verification_time: () =>
    'The chosen record was verified later; the time of furnishing counts where no verification time may be read.',
  outranked_by_furnishing_time: () => 'The chosen record was furnished later.',
  outranked_by_record_id: () => 'Source order and times are equal; the lower record id was chosen.',
};

/** Sentences about a record of a template, whose answer requires fields itself. */
export const TEMPLATE_SENTENCES: typeof RECORD_SENTENCES = {
  ...RECORD_SENTENCES,
  required_field_missing: (about) =>
    `The answer requires ${fieldIn(about)}, and the records of the furnisher state no value of it that may be read.`,
};

/** The exclusions that consent and policy alone account for. */
export type PartExclusion =
  'dataset_closed' | 'consent_scope' | 'grant' | 'not_enabled' | 'source_not_accepted';

/** Sentences about a section or a field. */
export const PART_SENTENCES: Sentences<
  PartExclusion | Exclude<Finding, 'eligible' | 'required_section_missing'>
> = {
  issued: (about) => `It ${was(about)} issued.`,
  result_not_issued: (about) =>
    `An eligible record was found, but the result as a whole ${wasNot(about)} issued.`,
  no_eligible_record: () => 'No record that you may read satisfies its rules.',
  not_stated: () => 'The chosen record does not state it in this section.',
  not_determined: () =>
    'The chosen record does not state it itself, and its values that you may read do not determine it.',
  not_shown: () => 'It depends on networks that you do not govern.',
  not_recorded: () => 'The query was answered before decisions were recorded.',
  dataset_closed: () => 'No consent in force, and no allowed purpose, opens its data set.',
  consent_scope: () => 'The consent does not cover it.',
  grant: () => 'No grant that applies covers it.',
  not_enabled: () => 'The policy disables it.',
  source_not_accepted: () => 'The policy does not accept it from the furnisher of the record.',
};

export const NAME_DIFFERS = ' Its record names the business otherwise than the consent.';

export type PartCode = keyof typeof PART_SENTENCES;

const noResult = (about: SentenceSubject) => `No result ${was(about)} issued`;

/** Sentences about a query. */
export const QUERY_SENTENCES: Sentences<
  | 'issued'
  | 'required_section_missing'
  | 'required_field_missing'
  | 'no_eligible_record'
  | 'not_stated'
  | 'not_shown'
  | 'not_recorded'
> = {
  issued: (about) => `A result ${was(about)} issued.`,
  required_section_missing: (about) =>
    `${noResult(about)}: a policy requires ${words(about.field ?? 'a section')}, and no record that you may read satisfies its rules.`,
  required_field_missing: (about) =>
    `${noResult(about)}: required fields have no value: ${fieldIn(about)}. The code of each field gives the reason.`,
  no_eligible_record: (about) =>
    `${noResult(about)}: no section has a record that you may read and that satisfies its rules.`,
  not_stated: (about) => `${noResult(about)}: the chosen records state no value.`,
  not_shown: () =>
    'The query covered networks that you do not govern; the explanation shows only the decisions of your networks.',
  not_recorded: PART_SENTENCES.not_recorded,
};

export type QueryCode = keyof typeof QUERY_SENTENCES;

/** A rule that a record had to satisfy, whether or not there is one. */
export const LIMIT_SENTENCES: Sentences<LimitCode> = {
  dataset_closed: () => 'No consent in force, and no allowed purpose, opens the data set.',
  consent_scope: (about) => `${consentIn(about)} covers only some fields of the section, or none.`,
  grant: () =>
    'The grants in force cover only some of the consented fields of the section, or none.',
  furnisher_not_requested: () => 'The query accepts only records of the furnishers that it named.',
  not_enabled: (about) => `${policyIn(about)} disables the section.`,
  source_not_accepted: (about) =>
    `${policyIn(about)} accepts the section only from the furnishers that it lists.`,
  attestation_missing: (about) =>
    `${policyIn(about)} requires an active attestation of the furnisher.`,
  too_old: (about) => `${policyIn(about)} accepts records of at most ${daysIn(about)}.`,
  disputed: (about) =>
    `${policyIn(about)} excludes disputed data, at once or after a missed deadline.`,
  name_differs: (about) =>
    `${policyIn(about)} requires the legal name in the consent, which must be readable in the record.`,
  value_not_accepted: (about) =>
    `${policyIn(about)} accepts ${valuesIn(about)} as ${fieldIn(about)}, which must be readable.`,
  required_field_missing: (about) =>
    `${policyIn(about)} requires ${fieldIn(about)}, which must be readable.`,
};

export type LimitCode = Exclude<Exclusion, 'furnisher_left' | 'nothing_readable'>;

/** Why a template's query left a network out. */
export const OMITTED_SENTENCES: Readonly<Record<OmittedNetwork['reason'], string>> = {
  consent_out_of_scope: 'Consents were recorded, and none in force covered the query there.',
  consent_required:
    'No consent covered the query there, and the policy did not allow the purpose of the query.',
};

/** Why an attested output is false. */
export const DENIED_SENTENCES = {
  attestation_missing:
    'It is false: a furnisher of the sources, whose `attestation_id` is null, had no active attestation.',
  denied: 'It is false: a record of the sources denies it, or its statement may not be read.',
} as const;
