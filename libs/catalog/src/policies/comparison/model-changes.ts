import type { ModelSelection, PolicyEffect } from '@ndx/contracts';
import type { Dataset } from '../../datasets.js';
import type { PolicyChange } from './comparison.js';
import { effectOf, isAsStrict } from './effect.js';
import { MODEL_RULES } from './model-rules.js';
import { differences } from './rules.js';

/** Two selections for a section of a product, or for the data of a template. */
export interface ChangedModel {
  readonly dataset: Dataset;
  readonly before: ModelSelection;
  readonly after: ModelSelection;
}

/** The changes of the members of a model, without those of its fields. */
export function modelChanges(model: ChangedModel): PolicyChange[] {
  const { dataset, before, after } = model;
  const modelName = before.model_name;
  const words = dataset.kind === 'product' ? `the section ${modelName}` : `data of ${modelName}`;
  return differences(MODEL_RULES, before, after, words).map((difference) => ({
    modelName,
    fieldName: null,
    ...difference,
    effect:
      difference.member === 'is_required'
        ? requirementEffect(model)
        : effectOnRecords(model, difference.effect),
    note: null,
  }));
}

/** The effect of a rule about the records of a model, also where a policy disables the model. */
export function effectOnRecords(
  { before, after }: ChangedModel,
  effect: PolicyEffect,
): PolicyEffect {
  return before.is_enabled && after.is_enabled
    ? effect
    : effectOf(MODEL_RULES.is_enabled.isWithin, before.is_enabled, after.is_enabled);
}

/** A required field requires its section; an answer of a template always needs its data. */
function requirementEffect({ dataset, before, after }: ChangedModel): PolicyEffect {
  if (dataset.kind === 'template') return 'equal';
  const isRequired = (selection: ModelSelection) =>
    selection.is_required || selection.field_selections.some((field) => field.is_required);
  return effectOf(isAsStrict, isRequired(before), isRequired(after));
}
