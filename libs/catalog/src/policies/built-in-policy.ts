import { stableId } from '@ndx/contracts';
import { DATASETS, type Dataset } from '../datasets.js';

const IDS = new Map(DATASETS.map(({ slug }) => [slug, stableId('built-in-policy', slug)]));

/** The id in answers of the policy that applies where a network has no default (design 7). */
export function builtInPolicyId(slug: string): string {
  const id = IDS.get(slug);
  if (id === undefined) throw new Error(`there is no data set ${slug}`);
  return id;
}

/** The data set whose built-in policy has the id. */
export function datasetOfBuiltInPolicy(id: string): Dataset | undefined {
  return DATASETS.find(({ slug }) => IDS.get(slug) === id);
}
