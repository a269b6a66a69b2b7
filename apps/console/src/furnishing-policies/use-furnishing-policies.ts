import {
  eachItem,
  type ConfigureFurnishingPolicy,
  type FurnishingPolicy,
  type NdxClient,
  type Product,
} from '@ndx/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import type { ShownPolicies } from '../policies/policy-list-page.js';
import { useWithProduct } from '../policies/use-with-product.js';
import { withStages, type StagedPolicy } from './stages.js';

/** The products for which a furnishing policy can be created. */
export const isFurnished = ({ furnish_path: path }: Product) => path !== null;

/** Every policy, because the stage of a policy depends on the other policies of its product. */
export function useStagedPolicies(query: ShownPolicies) {
  const { ndx } = useApi();
  return useQuery({
    ...allQuery(ndx, 'listFurnishingPolicies', { query }),
    staleTime: 10_000,
    select: (policies) => withStages(policies),
  });
}

/** A policy with its stage, and the other versions of its name. */
export interface PlacedPolicy extends StagedPolicy {
  readonly newest: FurnishingPolicy;
  /** Newest first. */
  readonly earlier: readonly FurnishingPolicy[];
}

/** Whether a later version has the name: no draft of this one can be published. */
export function isFormer({ id, newest }: PlacedPolicy): boolean {
  return newest.id !== id;
}

/** A policy with its stage and its product. */
export function useFurnishingPolicy(networkId: string, policyId: string) {
  const { ndx } = useApi();
  return useWithProduct(useQuery(stagedQuery(ndx, networkId, policyId)));
}

function stagedQuery(ndx: NdxClient, network_id: string, policy_id: string) {
  return queryOptions({
    queryKey: ['staged-policy', network_id, policy_id],
    queryFn: async (): Promise<PlacedPolicy> => {
      const request = { path: { policy_id }, query: { network_id } };
      const { data: policy } = await ndx.readFurnishingPolicy(request);
      const query = { network_id, product_id: policy.product_id };
      const ofProduct = await Array.fromAsync(eachItem(ndx.listFurnishingPolicies, { query }));
      const others = ofProduct.filter(({ id }) => id !== policy.id);
      const [staged] = withStages([policy, ...others]);
      if (staged === undefined) throw new Error('The policy has no stage.');
      const versions = [policy, ...others]
        .filter(({ name }) => name === policy.name)
        .sort((one, other) => other.version - one.version);
      const [newest = policy] = versions;
      const earlier = versions.filter(({ version }) => version < policy.version);
      return { ...staged, newest, earlier };
    },
  });
}

/** Changes a policy, unless somebody else changed it since it was read. */
export function useConfigure({ id, version }: FurnishingPolicy) {
  const { ndx } = useApi();
  return (change: ConfigureFurnishingPolicy) => {
    const body = { ...change, expected_version: version };
    return ndx.configureFurnishingPolicy({ path: { policy_id: id }, body });
  };
}
