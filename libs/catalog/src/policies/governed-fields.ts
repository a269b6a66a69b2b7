import { invalid, quoted } from '@ndx/contracts';
import type { GovernedModel } from '../access/field-names.js';
import type { Dataset } from '../datasets.js';
import type { Field } from '../fields/field.js';

/**
 * @throws VALIDATION_ERROR when the data set has no such model, or it is not among the given ones
 */
export function modelNamed(
  { slug }: Dataset,
  models: readonly GovernedModel[],
  name: string,
): GovernedModel {
  const model = models.find((candidate) => candidate.model === name);
  if (!model) throw invalid('unknown_field', `${quoted(slug)} has no model ${quoted(name)}`);
  return model;
}

/** @throws VALIDATION_ERROR when the model has no such field */
export function fieldNamed({ model, fields }: GovernedModel, name: string): Field {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) throw invalid('unknown_field', `${quoted(model)} has no field ${quoted(name)}`);
  return field;
}

/**
 * Whether a policy can compare the values of a field: the field is returned as furnished and is
 * not encrypted at rest. Computed and attested outputs have no values to choose from (decision
 * 0023).
 */
export function isComparable(dataset: Dataset, field: Field): boolean {
  if (dataset.kind === 'product') return true;
  const output = dataset.outputs.find(({ name }) => name === field.name);
  return output?.source.kind === 'furnished' && !field.sealed;
}
