import { compareConfigurations } from '@ndx/catalog';
import { conflict, denied, type Principal } from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import { summaryOf, type DraftApproval } from './approved-summary.js';
import { datasetWithId } from './catalogue.js';
import { requireUnchanged, type QueryingPolicyDraft } from './querying-policy-draft.js';
import { configure, type QueryingPolicy } from './querying-policy.js';

/** A draft that becomes a version. */
export interface Publication {
  readonly draft: QueryingPolicyDraft;
  readonly approval: DraftApproval | null;
  /** Why it was published without the approval that the network requires; null if it was not. */
  readonly breakGlassReason: string | null;
}

/** The configuration that the publication of the draft saves. */
export function publishedDraft(
  policy: QueryingPolicy,
  draft: QueryingPolicyDraft,
  now: Date,
): QueryingPolicy {
  return configure(policy, draft, now);
}

/**
 * The draft with the approval of the caller, which replaces an earlier one.
 * @throws PERMISSION_DENIED when the caller saved the draft, RESOURCE_CONFLICT when the policy has
 *   changed since
 */
export function approve(
  policy: QueryingPolicy,
  draft: QueryingPolicyDraft,
  principal: Principal,
  now: Date,
): QueryingPolicyDraft {
  if (draft.editorAccountIds.includes(principal.account_id)) {
    throw denied('own_draft', 'an account that saved the draft cannot approve it');
  }
  requireUnchanged(policy, draft);
  const summary = effectOf(policy, draft, now);
  const approval: DraftApproval = {
    accountId: principal.account_id,
    entityId: principal.entity_id,
    approvedAt: now.toISOString(),
    summary,
    summaryDigest: canonicalDigest(summary),
  };
  return { ...draft, approval };
}

/**
 * How a draft becomes a version of the policy.
 * @param reason why a publication that needs an approval cannot wait for one
 * @throws RESOURCE_CONFLICT when the policy has changed since, or when the network reviews changes
 *   and there is neither an approval in force nor a reason
 */
export function publication(
  policy: QueryingPolicy,
  draft: QueryingPolicyDraft,
  { isReviewed, reason }: { readonly isReviewed: boolean; readonly reason: string | undefined },
): Publication {
  requireUnchanged(policy, draft);
  const approval = approvalInForce(policy, draft);
  if (approval || !isReviewed) return { draft, approval, breakGlassReason: null };
  if (reason !== undefined) return { draft, approval, breakGlassReason: reason };
  throw conflict(
    'approval_required',
    'the network requires an approval of the draft by an account that did not save it',
  );
}

/**
 * The approval of the draft that is in force; null when there is none, or when the publication
 * would have another effect by now.
 */
export function approvalInForce(
  policy: QueryingPolicy,
  draft: QueryingPolicyDraft,
): DraftApproval | null {
  const { approval } = draft;
  if (!approval || policy.version !== draft.baseVersion) return null;
  const effect = effectOf(policy, draft, policy.updatedAt);
  return approval.summaryDigest === canonicalDigest(effect) ? approval : null;
}

function effectOf(policy: QueryingPolicy, draft: QueryingPolicyDraft, now: Date) {
  const after = publishedDraft(policy, draft, now);
  return summaryOf(compareConfigurations(datasetWithId(policy.productId), policy, after));
}
