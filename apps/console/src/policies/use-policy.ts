import type { QueryingPolicyVersion } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';

/** The current configuration of a policy, with its product. */
export function usePolicy(policyId: string) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['policies', 'one', policyId],
    queryFn: async () => {
      const [{ data: policy }, { data: products }] = await Promise.all([
        ndx.readQueryingPolicy({ path: { policy_id: policyId } }),
        ndx.listProducts(),
      ]);
      const product = products.find(({ id }) => id === policy.product_id);
      if (product === undefined) throw new Error('The product of the policy does not exist.');
      return { policy, product };
    },
  });
}

/** A saved version; it never changes. */
export function usePolicyVersion(policyId: string, version: number) {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['policy-version', policyId, version],
    queryFn: async (): Promise<QueryingPolicyVersion> => {
      const path = { policy_id: policyId, version };
      return (await ndx.readQueryingPolicyVersion({ path })).data;
    },
    staleTime: Infinity,
  });
}
