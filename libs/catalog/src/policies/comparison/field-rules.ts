import type { FieldSelection } from '@ndx/contracts';
import { isAsStrict, isSubset, type Permitted } from './effect.js';
import { listed } from './listed.js';
import type { Rules } from './rules.js';

/** About a field of a section, or an output of a template. */
export const FIELD_RULES: Rules<Omit<FieldSelection, 'field_name'>> = {
  is_enabled: {
    isWithin: (one, other) => !one || other,
    says: (isEnabled, field) =>
      isEnabled ? `An answer can have ${field}.` : `No answer has ${field}.`,
  },
  is_required: {
    isWithin: isAsStrict,
    says: (isRequired, field) =>
      isRequired
        ? `An answer needs a record with ${field}.`
        : `An answer can use a record without ${field}.`,
  },
  accepted_values: {
    isWithin: (one, other) => isSubset(one ?? 'any', other ?? 'any'),
    says: (values, field) =>
      values === null
        ? `An answer can use a record with any value of ${field}, or none.`
        : `An answer needs a record with ${listed(values.map((value) => JSON.stringify(value)))} as ${field}.`,
  },
  selected_provenance_option_ids: {
    isWithin: (one, other) => isSubset(sources(one), sources(other)),
    says: (ids, field) =>
      ids.length === 0
        ? `An answer can have ${field} of any furnisher.`
        : `An answer can have ${field} of ${listed(ids)} alone.`,
  },
};

const sources = (ids: readonly string[]): Permitted<string> => (ids.length === 0 ? 'any' : ids);

/** The furnishers whose values of a field are visible. */
export function visibleFrom(field: FieldSelection): Permitted<string> {
  return field.is_enabled ? sources(field.selected_provenance_option_ids) : [];
}

/**
 * The furnishers whose value of a verification time is visible: a list of accepted values may hide
 * it.
 */
export function timeShownFrom(field: FieldSelection): Permitted<string> {
  return field.accepted_values === null ? visibleFrom(field) : [];
}
