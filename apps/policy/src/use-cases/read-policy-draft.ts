import { requireRole, type Principal } from '@ndx/contracts';
import { requireDraft, type DraftOfPolicy, type PolicyDraft } from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import type { DraftKind } from './draft-kind.js';

/** `GET .../{policy_id}/draft` (design 7). @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED */
export async function readPolicyDraft<P extends Policy, D extends PolicyDraft>(
  kind: DraftKind<P, D>,
  principal: Principal,
  id: string,
): Promise<DraftOfPolicy<P, D>> {
  const policy = await kind.policies.load(principal, id);
  requireRole(principal, policy.networkId, 'governor');
  return { policy, draft: requireDraft(await kind.drafts.find(id)) };
}
