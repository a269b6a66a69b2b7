import { DATASETS, governedModelsOf } from '@ndx/catalog';

/** All that a scope may name, beside `*`. */
export const datasetSlugs: readonly string[] = DATASETS.map(({ slug }) => slug);

/** All that consented fields may name, beside `*`. */
export const fieldNames: readonly string[] = DATASETS.flatMap(governedModelsOf).flatMap(
  ({ model, fields }) => [`${model}.*`, ...fields.map(({ name }) => `${model}.${name}`)],
);
