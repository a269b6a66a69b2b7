import type { ModelSelection } from '@ndx/contracts';
import { isAsStrict, isSubsequence } from './effect.js';
import { listed } from './listed.js';
import type { Rules } from './rules.js';

const STRICTNESS = ['mark', 'exclude_after_deadline', 'exclude'];

const DISPUTED: Readonly<Record<ModelSelection['disputed_data'], string>> = {
  mark: 'can use a disputed record, which it marks,',
  exclude_after_deadline: 'needs a record without an overdue dispute',
  exclude: 'needs a record without an undecided dispute',
};

/** About a section of a product, or the data of a template. */
export const MODEL_RULES: Rules<Omit<ModelSelection, 'model_name' | 'field_selections'>> = {
  is_enabled: {
    isWithin: (one, other) => !one || other,
    says: (isEnabled, model) =>
      isEnabled ? `An answer can have ${model}.` : `No answer has ${model}.`,
  },
  is_required: {
    isWithin: isAsStrict,
    says: (isRequired, model) => `An answer ${isRequired ? 'needs' : 'does not need'} ${model}.`,
  },
  max_age_days: {
    isWithin: (one, other) => other === null || (one !== null && one <= other),
    says: (days, model) =>
      days === null
        ? `An answer can use a record of any age for ${model}.`
        : `An answer needs a record of at most ${days} ${days === 1 ? 'day' : 'days'} for ${model}.`,
  },
  attestation_required: {
    isWithin: isAsStrict,
    says: (isRequired, model) =>
      `An answer needs ${isRequired ? 'an' : 'no'} attestation of the furnisher for ${model}.`,
  },
  name_match: {
    isWithin: (one, other) => one === 'require' || other === 'report',
    says: (match, model) =>
      match === 'require'
        ? `An answer needs a record with the legal name of the consent for ${model}.`
        : `An answer can use a record with another legal name than the consent's for ${model}.`,
  },
  disputed_data: {
    isWithin: (one, other) => STRICTNESS.indexOf(one) >= STRICTNESS.indexOf(other),
    says: (rule, model) => `An answer ${DISPUTED[rule]} for ${model}.`,
  },
  selected_provenance_option_ids: {
    isWithin: isSubsequence,
    says: (sources, model) =>
      sources.length === 0
        ? `An answer can use a record of any furnisher for ${model}.`
        : `An answer needs a record of ${listed(sources)} for ${model}, in this order of preference.`,
  },
};
