import type { NdxClient, QueryingPolicyComparison } from '@ndx/client';
import { queryOptions } from '@tanstack/react-query';
import { comparedTermsOf } from './draft-terms.js';
import type { DraftedPolicy, PolicyKind } from './policy-kind.js';

/** A comparison of either kind of policy. */
export type ComparedSummary = Omit<QueryingPolicyComparison, 'policy_id' | 'policy_version'>;

/** What the publication of the terms would change. */
export function comparisonQuery(
  ndx: NdxClient,
  kind: PolicyKind,
  policy_id: string,
  terms: object,
) {
  return queryOptions({
    queryKey: ['comparePolicy', kind, policy_id, terms],
    queryFn: async ({ signal }): Promise<ComparedSummary> => {
      const request = { path: { policy_id }, body: terms, signal };
      return (await ndx[`compare${kind}Policy`](request)).data;
    },
  });
}

/** What the publication of a draft would change. */
export function draftComparisonQuery(
  ndx: NdxClient,
  { kind, draft }: Pick<DraftedPolicy, 'kind' | 'draft'>,
) {
  return comparisonQuery(ndx, kind, draft.policy_id, comparedTermsOf(draft));
}
