import type { NameOf } from '../parts/names.js';
import { inWords, plural } from '../parts/words.js';
import type { DisputedData, FieldRules, ModelRules, QueryConditions } from './rules.js';

/** Institutions in the order of preference; `any` if there are none. */
export function sourcesInWords(
  ids: readonly string[],
  nameOf: NameOf,
  any = 'any furnisher',
): string {
  return ids.length === 0 ? any : ids.map(nameOf).join(', then ');
}

/** The conditions of a query, in words. */
export function conditionsInWords({ consent, permissible_purposes: purposes }: QueryConditions) {
  if (consent === 'required') return 'a consent of the subject in force';
  return purposes.length === 0
    ? 'a consent in force, or any permissible purpose'
    : `a consent in force, or a purpose: ${purposes.map(inWords).join(', ')}`;
}

export function acceptedInWords(values: FieldRules['accepted_values']): string {
  return values === null ? 'any value' : values.map(String).join(', ') || 'no value';
}

export function ageInWords(days: number | null): string {
  return days === null ? 'any age' : `at most ${plural(days, 'day')} old`;
}

export const DISPUTED_DATA_WORDS: Readonly<Record<DisputedData, string>> = {
  mark: 'Released with a mark',
  exclude_after_deadline: 'Not released once overdue',
  exclude: 'Not released',
};

const DISPUTED_IN_WORDS = {
  exclude_after_deadline: 'without an overdue dispute,',
  exclude: 'without an undecided dispute,',
} as const;

/** The rules that every record of a model has to satisfy. */
export function modelInWords(model: ModelRules, nameOf: NameOf): string {
  if (!model.is_enabled) return 'Not released.';
  return [
    model.is_required ? 'Required: without it there is no result.' : 'Released if a record exists.',
    `Verification ${ageInWords(model.max_age_days)}`,
    model.attestation_required ? 'with an attestation in force,' : 'with or without attestation,',
    model.name_match === 'require' ? 'naming the business as the consent does,' : '',
    model.disputed_data === 'mark' ? '' : DISPUTED_IN_WORDS[model.disputed_data],
    `from ${sourcesInWords(model.selected_provenance_option_ids, nameOf)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
