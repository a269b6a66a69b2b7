import { DATASETS, governedModelsOf } from '@ndx/catalog';

/** All that a scope may name, beside `*`. */
export const datasetSlugs: readonly string[] = DATASETS.map(({ slug }) => slug);

/** All that consented fields may name, beside `*`. */
export const fieldNames: readonly string[] = DATASETS.flatMap(governedModelsOf).flatMap(
  ({ model, fields }) => [`${model}.*`, ...fields.map(({ name }) => `${model}.${name}`)],
);

/** The longest of them, each once: what takes most room in an event. */
export const LONGEST_NAMES: readonly string[] = [...new Set(fieldNames)]
  .sort((one, other) => other.length - one.length)
  .slice(0, 200);
