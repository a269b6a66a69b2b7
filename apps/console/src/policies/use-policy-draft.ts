import { NdxError, type NdxClient } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import type { Query } from '../parts/loaded.js';
import type { DraftOf, PolicyKind } from './policy-kind.js';

type Reads = {
  readonly [Kind in PolicyKind]: (
    request: Parameters<NdxClient['readQueryingPolicyDraft']>[0],
  ) => Promise<{ readonly data: DraftOf[Kind] }>;
};

/** The draft of a policy; null if there is none. For governors of the network. */
export function usePolicyDraft<Kind extends PolicyKind>(
  kind: Kind,
  policyId: string,
): Query<DraftOf[Kind] | null> {
  const { ndx } = useApi();
  const reads: Reads = {
    Querying: ndx.readQueryingPolicyDraft,
    Furnishing: ndx.readFurnishingPolicyDraft,
  };
  return useQuery({
    queryKey: ['readPolicyDraft', kind, policyId],
    queryFn: async ({ signal }): Promise<DraftOf[Kind] | null> => {
      try {
        const path = { policy_id: policyId };
        return (await reads[kind]({ path, signal })).data;
      } catch (error) {
        if (error instanceof NdxError && error.reason === 'draft_not_found') return null;
        throw error;
      }
    },
  });
}
