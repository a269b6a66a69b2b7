import { DATASETS, type Dataset } from '../datasets.js';
import { fieldsOf } from '../product.js';

/** A model's name with the names of its fields. */
export interface ModelFields {
  readonly model: string;
  readonly fields: readonly string[];
}

/**
 * The models that a data set answers with, as policies, consents and coverage checks name them
 * (design 6, 7). A template is one model, named by its slug, with the fields of its answer but for
 * the ids that the query itself makes.
 */
export function modelsOf(dataset: Dataset): readonly ModelFields[] {
  if (dataset.kind === 'product') {
    return dataset.models.map((model) => ({
      model: model.name,
      fields: fieldsOf(model).map((field) => field.name),
    }));
  }
  const governed = dataset.outputs.filter(
    ({ source }) => source.kind !== 'query-id' && source.kind !== 'furnisher-id',
  );
  return [{ model: dataset.slug, fields: governed.map((field) => field.name) }];
}

/**
 * Every field by model. A name may be a model of a product and a template's slug too
 * (`business_identity_verification`): then the fields of both belong to it, `model.*` means all of
 * them, and each answer is governed by the names that it has itself.
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
