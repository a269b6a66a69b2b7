import type { FieldSelection, ModelSelection } from '@ndx/contracts';

/** The meaning of a model without a selection. */
export function unselectedModel(name: string): ModelSelection {
  return {
    model_name: name,
    is_enabled: true,
    is_required: false,
    max_age_days: null,
    attestation_required: false,
    name_match: 'report',
    disputed_data: 'mark',
    selected_provenance_option_ids: [],
    field_selections: [],
  };
}

/** The meaning of a field without a selection. */
export function unselectedField(name: string): FieldSelection {
  return {
    field_name: name,
    is_enabled: true,
    is_required: false,
    accepted_values: null,
    selected_provenance_option_ids: [],
  };
}
