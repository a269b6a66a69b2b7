import type { AnswerOf, listProducts } from '@ndx/api';
import {
  furnishedModelsOf,
  governedModelsOf,
  knownValuesIn,
  type Dataset,
  type GovernedModel,
} from '@ndx/catalog';

/** A product or a template as policy authors see it (design 7). */
export function toProductRecord(dataset: Dataset): AnswerOf<typeof listProducts>[number] {
  return {
    id: dataset.id,
    kind: dataset.kind,
    slug: dataset.slug,
    subject: dataset.subject,
    ...pathsOf(dataset),
    models: governedModelsOf(dataset).map((model) => toModelRecord(dataset, model)),
    furnished_models: furnishedModelsOf(dataset).map((model) => toModelRecord(dataset, model)),
  };
}

function toModelRecord(dataset: Dataset, { model, fields }: GovernedModel) {
  return {
    model_name: model,
    fields: fields.map((field) => ({
      field_name: field.name,
      field_type: field.type,
      known_values: [...knownValuesIn(dataset, field)],
    })),
  };
}

/** Nothing is furnished under a bundle. */
function pathsOf(dataset: Dataset) {
  return dataset.kind === 'product'
    ? { query_path: dataset.queryPath, furnish_path: dataset.furnishPath }
    : { query_path: dataset.query.path, furnish_path: dataset.furnish?.path ?? null };
}
