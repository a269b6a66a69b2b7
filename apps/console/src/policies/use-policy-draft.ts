import { NdxError, type QueryingPolicyDraft } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import type { Query } from '../parts/loaded.js';

/** The draft of a querying policy; null if there is none. For governors of the network. */
export function usePolicyDraft(policyId: string): Query<QueryingPolicyDraft | null> {
  const { ndx } = useApi();
  return useQuery({
    queryKey: ['readQueryingPolicyDraft', policyId],
    queryFn: async ({ signal }) => {
      try {
        const path = { policy_id: policyId };
        return (await ndx.readQueryingPolicyDraft({ path, signal })).data;
      } catch (error) {
        if (error instanceof NdxError && error.reason === 'draft_not_found') return null;
        throw error;
      }
    },
  });
}
