import { DATASETS, governedModelsOf } from '@ndx/catalog';

/** Every name that a scope accepts, besides `*`. */
export const datasetSlugs: readonly string[] = DATASETS.map(({ slug }) => slug);

/** Every name that consented fields accept, besides `*`. */
export const fieldNames: readonly string[] = DATASETS.flatMap(governedModelsOf).flatMap(
  ({ model, fields }) => [`${model}.*`, ...fields.map(({ name }) => `${model}.${name}`)],
);

/** The longest names, without duplicates: they take the most room in an event. */
export const LONGEST_NAMES: readonly string[] = [...new Set(fieldNames)]
  .sort((one, other) => other.length - one.length)
  .slice(0, 200);
