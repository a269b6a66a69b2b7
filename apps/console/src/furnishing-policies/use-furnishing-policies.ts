import { eachItem, type NdxClient } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { withStages } from './stages.js';

const KEY = 'furnishing-policies';

/** The key of every query of furnishing policies. */
export const FURNISHING_POLICIES = [KEY] as const;

export function useFurnishingPolicies(networkId: string) {
  const { ndx } = useApi();
  return useQuery({ queryKey: [KEY, networkId], queryFn: () => listStaged(ndx, networkId) });
}

/** A policy with its product. */
export function useFurnishingPolicy(networkId: string, policyId: string) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: [KEY, networkId, policyId],
    queryFn: async () => {
      const query = { network_id: networkId };
      const path = { policy_id: policyId };
      const [{ data: found }, { data: products }] = await Promise.all([
        ndx.readFurnishingPolicy({ path, query }),
        ndx.listProducts(),
      ]);
      const policy = (await listStaged(ndx, networkId)).find(({ id }) => id === found.id);
      const product = products.find(({ id }) => id === found.product_id);
      if (policy === undefined || product === undefined) {
        throw new Error('The policy or its product is not in the list of the network.');
      }
      return { policy, product };
    },
  });
}

/** The stage of a policy depends on the other policies of its product. */
async function listStaged(ndx: NdxClient, networkId: string) {
  const query = { network_id: networkId };
  return withStages(
    await Array.fromAsync(eachItem(ndx.listFurnishingPolicies, { query })),
    Date.now(),
  );
}
