import { isDeepStrictEqual } from 'node:util';
import {
  eachItem,
  type CompareFurnishingPolicy,
  type FurnishingPolicy,
  type FurnishingPolicyComparison,
  type NdxClient,
} from '@ndx/client';
import { inFile, moved } from './planned-changes.js';
import { acceptanceOf, isFurnishing, type FurnishingFile } from './policy-file.js';
import type { PolicyFolder, StoredPolicy } from './policy-folder.js';

/** The file of a furnishing policy that differs from it. */
export interface PlannedFurnishing extends StoredPolicy<FurnishingFile> {
  readonly policy: FurnishingPolicy;
  /** The policy as the file makes it; without a status it does not start. */
  readonly terms: CompareFurnishingPolicy;
  /** What publishing the file would mean for the records that are accepted. */
  readonly comparison: FurnishingPolicyComparison;
}

/**
 * The files of a folder that would change their furnishing policy.
 * @throws CliError (conflict) when a policy has another version than its file, CliError (invalid) for
 *   a configuration that the server refuses
 */
export async function plannedFurnishing(
  ndx: NdxClient,
  folder: PolicyFolder,
): Promise<readonly PlannedFurnishing[]> {
  const changes: PlannedFurnishing[] = [];
  for (const { name, file } of await folder.all()) {
    if (!isFurnishing(file)) continue;
    const { network_id, policy_id, version, configuration } = file;
    const path = { policy_id };
    const { data: policy } = await ndx.readFurnishingPolicy({ path, query: { network_id } });
    const newest = await newestVersionOf(ndx, policy);
    if (newest !== version || policy.version !== version) throw moved({ name, file }, newest);
    const before = acceptanceOf(policy);
    const terms = { ...before, ...configuration };
    if (isDeepStrictEqual(terms, before)) continue;
    const { data: comparison } = await ndx
      .compareFurnishingPolicy({ path, body: terms })
      .catch(inFile(name));
    changes.push({ name, file, policy, terms, comparison });
  }
  return changes;
}

/** Each version of a furnishing policy is a policy with the same name. */
async function newestVersionOf(ndx: NdxClient, policy: FurnishingPolicy): Promise<number> {
  const { name, network_id, product_id, version } = policy;
  let newest = version;
  for await (const each of eachItem(ndx.listFurnishingPolicies, {
    query: { network_id, product_id },
  })) {
    if (each.name === name) newest = Math.max(newest, each.version);
  }
  return newest;
}
