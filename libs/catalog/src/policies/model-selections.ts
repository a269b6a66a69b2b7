import {
  BOUNDS,
  invalid,
  jsonBytes,
  type FieldSelection,
  type ModelSelection,
  quoted,
} from '@ndx/contracts';
import { governedModelsOf } from '../access/field-names.js';
import type { Dataset } from '../datasets.js';
import { faultOf } from '../fields/field-fault.js';
import type { Field } from '../fields/field.js';
import { LONGEST_ACCEPTED_TEXT } from '../records/accepted-values.js';
import { fieldNamed, isComparable, modelNamed } from './governed-fields.js';

/** A selection as authored; omitted members have their defaults. */
export type AuthoredModelSelection = Pick<ModelSelection, 'model_name'> &
  Omittable<Omit<ModelSelection, 'model_name' | 'field_selections'>> & {
    readonly field_selections?: readonly AuthoredFieldSelection[] | undefined;
  };

export type AuthoredFieldSelection = Pick<FieldSelection, 'field_name'> &
  Omittable<Omit<FieldSelection, 'field_name'>>;

type Omittable<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * Selections with every default filled in (design 7), in the order in which they were authored.
 * @throws VALIDATION_ERROR naming the first model or field that the data set does not have, or
 *   that contradicts itself, or when they are too large
 */
export function completeSelections(
  dataset: Dataset,
  authored: readonly AuthoredModelSelection[],
): ModelSelection[] {
  refuseDuplicates(authored.map((selection) => selection.model_name));
  const complete = authored.map((selection) => completeModel(dataset, selection));
  refuseTooLarge(complete);
  return complete;
}

function refuseTooLarge(selections: readonly ModelSelection[]): void {
  const { selectionBytes: most } = BOUNDS.queryingPolicy;
  const bytes = jsonBytes(selections);
  if (bytes > most) {
    throw invalid(
      'invalid_policy',
      `model_selections must be at most ${most} bytes as JSON, not ${bytes}`,
    );
  }
}

function completeModel(dataset: Dataset, authored: AuthoredModelSelection): ModelSelection {
  const { model_name } = authored;
  const model = modelNamed(dataset, governedModelsOf(dataset), model_name);
  const fields = authored.field_selections ?? [];
  refuseDuplicates(fields.map((field) => `${model_name}.${field.field_name}`));
  const selection: ModelSelection = {
    model_name,
    is_enabled: authored.is_enabled ?? true,
    is_required: authored.is_required ?? false,
    max_age_days: authored.max_age_days ?? null,
    attestation_required: authored.attestation_required ?? false,
    name_match: authored.name_match ?? 'report',
    selected_provenance_option_ids: [...(authored.selected_provenance_option_ids ?? [])],
    field_selections: fields.map((field) =>
      completeField(dataset, model_name, fieldNamed(model, field.field_name), field),
    ),
  };
  refuseContradiction(model_name, selection);
  if (selection.name_match === 'require' && dataset.kind === 'template') {
    throw invalid(
      'invalid_policy',
      `${quoted(model_name)} does not support name_match: it is a template`,
    );
  }
  const required = selection.field_selections.find((field) => field.is_required);
  if (required && !selection.is_enabled) {
    throw invalid(
      'invalid_policy',
      `${quoted(model_name)}.${quoted(required.field_name)} is required but its model is disabled`,
    );
  }
  return selection;
}

function completeField(
  dataset: Dataset,
  modelName: string,
  field: Field,
  authored: AuthoredFieldSelection,
): FieldSelection {
  const selection: FieldSelection = {
    field_name: field.name,
    is_enabled: authored.is_enabled ?? true,
    is_required: authored.is_required ?? false,
    accepted_values: authored.accepted_values ?? null,
    selected_provenance_option_ids: [...(authored.selected_provenance_option_ids ?? [])],
  };
  const name = `${modelName}.${field.name}`;
  refuseContradiction(name, selection);
  if (selection.accepted_values) {
    if (!isComparable(dataset, field)) {
      throw invalid(
        'invalid_policy',
        `${quoted(name)} does not support accepted_values: its values cannot be compared`,
      );
    }
    refuseImpossible(name, field, selection.accepted_values);
  }
  return selection;
}

/** A value that the field can never have would silently exclude every record. */
function refuseImpossible(name: string, field: Field, accepted: readonly unknown[]): void {
  if (accepted.length === 0) {
    throw invalid(
      'invalid_policy',
      `accepted_values of ${quoted(name)} is empty: disable the field or omit accepted_values`,
    );
  }
  for (const value of accepted) {
    const fault = faultOf(field, value);
    if (fault)
      throw invalid(
        'invalid_policy',
        `an accepted value of ${quoted(name)} ${quoted(fault)}: ${quoted(JSON.stringify(value))}`,
      );
    if (typeof value === 'string' && value.length > LONGEST_ACCEPTED_TEXT) {
      throw invalid(
        'invalid_policy',
        `an accepted value of ${quoted(name)} must be at most ${LONGEST_ACCEPTED_TEXT} characters`,
      );
    }
  }
}

function refuseContradiction(
  name: string,
  selection: Pick<FieldSelection, 'is_enabled' | 'is_required'>,
): void {
  if (selection.is_required && !selection.is_enabled) {
    throw invalid('invalid_policy', `${quoted(name)} is required but disabled`);
  }
}

function refuseDuplicates(names: readonly string[]): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined)
    throw invalid('invalid_policy', `${quoted(duplicate)} is selected twice`);
}
