import type { PublishPolicyDraft } from '@ndx/client';
import { useApi } from '../app/api.js';
import { KIND_WORDS, type DraftedPolicy } from './policy-kind.js';

/** Publishes a draft, and shows the policy that it became, whose id can be another one. */
export function usePublish({ kind, draft, onPublished }: DraftedPolicy) {
  const { ndx } = useApi();
  return async (body: PublishPolicyDraft) => {
    const path = { policy_id: draft.policy_id };
    const { data } = await ndx[`publish${kind}PolicyDraft`]({ path, body });
    await onPublished?.(data.id);
  };
}

/** What the publication of a draft does. */
export function publicationInWords({ kind, policy, draft }: DraftedPolicy): string {
  if (kind === 'Furnishing' && draft.status === 'archived') {
    return 'The policy ends: records that are furnished afterwards need not satisfy it.';
  }
  return `The draft becomes version ${policy.version + 1}, which applies to ${KIND_WORDS[kind].all} afterwards.`;
}
