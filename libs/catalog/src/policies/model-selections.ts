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
import type { Field } from '../fields/field.js';
import { fieldNamed, isComparable, modelNamed } from './governed-fields.js';
import { refuseImpossible } from './possible-values.js';
import { unselectedField, unselectedModel } from './unselected.js';

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

/**
 * The selections of another data set, as far as one has their models and fields. The model of a
 * template has its slug as name, so a template takes the fields of another template.
 */
export function selectionsWithin(
  dataset: Dataset,
  from: Dataset,
  selections: readonly ModelSelection[],
): ModelSelection[] {
  const areTemplates = dataset.kind === 'template' && from.kind === 'template';
  const governed = governedModelsOf(dataset);
  return selections.flatMap((selection) => {
    const model_name = areTemplates ? dataset.slug : selection.model_name;
    const model = governed.find((one) => one.model === model_name);
    if (!model) return [];
    const names = model.fields.map(({ name }) => name);
    const field_selections = selection.field_selections.filter(({ field_name }) =>
      names.includes(field_name),
    );
    return [{ ...selection, model_name, field_selections }];
  });
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
  const defaults = unselectedModel(model_name);
  const selection: ModelSelection = {
    model_name,
    is_enabled: authored.is_enabled ?? defaults.is_enabled,
    is_required: authored.is_required ?? defaults.is_required,
    max_age_days: authored.max_age_days ?? defaults.max_age_days,
    attestation_required: authored.attestation_required ?? defaults.attestation_required,
    name_match: authored.name_match ?? defaults.name_match,
    disputed_data: authored.disputed_data ?? defaults.disputed_data,
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
  const defaults = unselectedField(field.name);
  const selection: FieldSelection = {
    field_name: field.name,
    is_enabled: authored.is_enabled ?? defaults.is_enabled,
    is_required: authored.is_required ?? defaults.is_required,
    accepted_values: authored.accepted_values ?? defaults.accepted_values,
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
    refuseImpossible({ name, dataset, field }, selection.accepted_values);
  }
  return selection;
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
