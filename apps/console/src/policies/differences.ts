import type { NameOf } from '../parts/names.js';
import { inWords } from '../parts/words.js';
import {
  acceptedInWords,
  ageInWords,
  conditionsInWords,
  DISPUTED_DATA_WORDS,
  sourcesInWords,
} from './rule-words.js';
import {
  DISPUTED_DATA,
  type DisputedData,
  type FieldRules,
  type ModelRules,
  type PolicyRules,
  type QueryConditions,
} from './rules.js';

/** The effect of a change on queries. */
export type Effect =
  'releases more' | 'releases less' | 'other source' | 'other values' | 'other purposes';

export interface Difference {
  /** The queries, the model, or the model and the field. */
  readonly subject: string;
  readonly effect: Effect;
  readonly words: string;
}

/** The differences of two versions of a policy for the same product, from `before` to `after`. */
export function differencesOf(
  before: PolicyRules,
  after: PolicyRules,
  nameOf: NameOf,
): readonly Difference[] {
  return [
    ...conditions(before, after).map((found) => ({ subject: 'Every query', ...found })),
    ...after.models.flatMap((model) => {
      const old = before.models.find(({ model_name }) => model_name === model.model_name);
      return old === undefined ? [] : sectionDifferences(old, model, nameOf);
    }),
  ];
}

type Found = Omit<Difference, 'subject'>;

/** The purposes have no effect on queries that need a consent. */
function conditions(before: QueryConditions, after: QueryConditions): Found[] {
  const words = `needs ${conditionsInWords(after)}, before: ${conditionsInWords(before)}`;
  if (before.consent !== after.consent) {
    return [{ effect: after.consent === 'required' ? 'releases less' : 'releases more', words }];
  }
  if (after.consent === 'required') return [];
  const had = anyIfEmpty(before.permissible_purposes);
  const has = anyIfEmpty(after.permissible_purposes);
  return isSame(had, has) ? [] : [{ effect: effectOf(had, has) ?? 'other purposes', words }];
}

function sectionDifferences(before: ModelRules, after: ModelRules, nameOf: NameOf): Difference[] {
  const section = inWords(after.model_name);
  return [
    ...modelDifferences(before, after, nameOf).map((found) => ({ subject: section, ...found })),
    ...after.fields.flatMap((field) => {
      const old = before.fields.find(({ field_name }) => field_name === field.field_name);
      const subject = `${section} · ${inWords(field.field_name)}`;
      if (old === undefined) return [];
      const found = fieldDifferences(old, field, nameOf, isInBoth(before, after));
      return found.map((one) => ({ subject, ...one }));
    }),
  ];
}

function modelDifferences(before: ModelRules, after: ModelRules, nameOf: NameOf): Found[] {
  const rules = [...released(before, after), ...required(before, after)];
  if (!isInBoth(before, after)) return rules;
  return [
    ...rules,
    ...demanded(before.attestation_required, after.attestation_required, 'an attestation in force'),
    ...demanded(
      before.name_match === 'require',
      after.name_match === 'require',
      'the legal name of the consent',
    ),
    ...disputed(before.disputed_data, after.disputed_data),
    ...age(before.max_age_days, after.max_age_days),
    ...sources(before, after, (ids) => sourcesInWords(ids, nameOf)),
  ];
}

function fieldDifferences(
  before: FieldRules,
  after: FieldRules,
  nameOf: NameOf,
  isSectionInBoth: boolean,
): Found[] {
  const rules = [...released(before, after), ...required(before, after)];
  if (!isSectionInBoth || !isInBoth(before, after)) return rules;
  return [
    ...rules,
    ...accepted(before.accepted_values, after.accepted_values),
    ...sources(before, after, (ids) => sourcesInWords(ids, nameOf, 'any source of the section')),
  ];
}

type Rules = Pick<FieldRules, 'is_enabled' | 'is_required' | 'selected_provenance_option_ids'>;

/** Only where both versions release values do their rules for records differ in effect. */
function isInBoth(before: Rules, after: Rules): boolean {
  return before.is_enabled && after.is_enabled;
}

function released(before: Rules, after: Rules): Found[] {
  if (before.is_enabled === after.is_enabled) return [];
  return after.is_enabled
    ? [{ effect: 'releases more', words: 'is now released' }]
    : [{ effect: 'releases less', words: 'is no longer released' }];
}

function required(before: Rules, after: Rules): Found[] {
  if (before.is_required === after.is_required) return [];
  return after.is_required
    ? [{ effect: 'releases less', words: 'is now required: without it there is no result' }]
    : [{ effect: 'releases more', words: 'is no longer required' }];
}

function demanded(before: boolean, after: boolean, what: string): Found[] {
  if (before === after) return [];
  return after
    ? [{ effect: 'releases less', words: `now needs ${what}` }]
    : [{ effect: 'releases more', words: `no longer needs ${what}` }];
}

function disputed(before: DisputedData, after: DisputedData): Found[] {
  if (before === after) return [];
  const isStricter = DISPUTED_DATA.indexOf(after) > DISPUTED_DATA.indexOf(before);
  const wordsOf = (rule: DisputedData) => DISPUTED_DATA_WORDS[rule].toLowerCase();
  return [
    {
      effect: isStricter ? 'releases less' : 'releases more',
      words: `disputed records: ${wordsOf(after)}, before: ${wordsOf(before)}`,
    },
  ];
}

function age(before: number | null, after: number | null): Found[] {
  if (before === after) return [];
  const isStricter = (after ?? Infinity) < (before ?? Infinity);
  return [
    {
      effect: isStricter ? 'releases less' : 'releases more',
      words: `accepts verifications ${ageInWords(after)}, before: ${ageInWords(before)}`,
    },
  ];
}

type Accepted = FieldRules['accepted_values'];

function accepted(before: Accepted, after: Accepted): Found[] {
  if (isSame(before, after)) return [];
  const words = `accepts ${acceptedInWords(after)}, before: ${acceptedInWords(before)}`;
  return [{ effect: effectOf(before, after) ?? 'other values', words }];
}

/** The same institutions in another order of preference are another source. */
function sources(
  { selected_provenance_option_ids: before }: Rules,
  { selected_provenance_option_ids: after }: Rules,
  inWordsOf: (ids: readonly string[]) => string,
): Found[] {
  if (before.join() === after.join()) return [];
  const words = `is taken from ${inWordsOf(after)}, before: ${inWordsOf(before)}`;
  return [{ effect: effectOf(anyIfEmpty(before), anyIfEmpty(after)) ?? 'other source', words }];
}

/** The accepted values of a rule; null for any. */
type List<T> = readonly T[] | null;

function anyIfEmpty<T>(list: readonly T[]): List<T> {
  return list.length === 0 ? null : list;
}

/** Undefined when neither list contains the other, or both do. */
function effectOf<T>(
  before: List<T>,
  after: List<T>,
): 'releases more' | 'releases less' | undefined {
  const isLess = isWithin(after, before);
  if (isLess === isWithin(before, after)) return undefined;
  return isLess ? 'releases less' : 'releases more';
}

function isSame<T>(one: List<T>, other: List<T>): boolean {
  return isWithin(one, other) && isWithin(other, one);
}

function isWithin<T>(some: List<T>, all: List<T>): boolean {
  return all === null || (some !== null && some.every((value) => all.includes(value)));
}
