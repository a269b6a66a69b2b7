import { DATASETS, type Dataset } from '../datasets.js';
import type { Field } from '../fields/field.js';
import { fieldsOf } from '../product.js';
import type { Template } from '../template.js';

/** A model's name with its fields. */
export interface GovernedModel {
  readonly model: string;
  readonly fields: readonly Field[];
}

/** A model's name with the names of its fields. */
export interface ModelFields {
  readonly model: string;
  readonly fields: readonly string[];
}

/**
 * The models of a data set's result, as policies, consents and coverage checks name them (design 6,
 * 7). A template is one model, named by its slug, with the fields of its answer except the ids of
 * the query.
 */
export function governedModelsOf(dataset: Dataset): readonly GovernedModel[] {
  if (dataset.kind === 'product') {
    return dataset.models.map((model) => ({ model: model.name, fields: fieldsOf(model) }));
  }
  const governed = dataset.outputs.filter(
    ({ source }) => source.kind !== 'query-id' && source.kind !== 'furnisher-id',
  );
  return [{ model: dataset.slug, fields: governed }];
}

/**
 * The models that can be furnished under a data set, as furnishing policies name them: the sections
 * of a product, the data of a template under its slug, none of a bundle (decision 0023).
 */
export function furnishedModelsOf(dataset: Dataset): readonly GovernedModel[] {
  if (dataset.kind === 'product') return governedModelsOf(dataset);
  return dataset.furnish ? [{ model: dataset.slug, fields: dataset.furnish.data }] : [];
}

/**
 * The furnished fields of a template with a verification time: its date-times. A product's sections
 * declare theirs (`performedAt`).
 */
export function verificationTimesOf({ furnish }: Template): readonly string[] {
  return (furnish?.data ?? [])
    .filter((field) => field.type === 'date-time')
    .map((field) => field.name);
}

/** The governed models with only the names of their fields. */
export function modelsOf(dataset: Dataset): readonly ModelFields[] {
  return governedModelsOf(dataset).map(({ model, fields }) => ({
    model,
    fields: fields.map((field) => field.name),
  }));
}

/**
 * Every field by model. A model of a product and a template may have the same name
 * (`business_identity_verification`): then `model.*` means the fields of both, and each answer is
 * checked by its own field names.
 */
export function fieldsByModel(
  datasets: readonly Dataset[] = DATASETS,
): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const { model, fields } of datasets.flatMap(modelsOf)) {
    known.set(model, new Set([...(known.get(model) ?? []), ...fields]));
  }
  return known;
}
