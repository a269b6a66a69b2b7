import { conflict, denied, type Principal, type VersionApproval } from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import type { DraftApproval } from './draft-summary.js';
import type { Author, DraftOfPolicy, DraftRules, PolicyDraft } from './policy-draft.js';
import { testsFailed, type RanTest } from './policy-test.js';
import type { Policy } from './policy.js';

/** A draft that becomes a version. */
export interface Publication<D extends PolicyDraft = PolicyDraft> {
  readonly draft: D;
  readonly approval: DraftApproval | null;
  /**
   * Why it was published without the approval that the network requires, or although tests failed;
   * null if it was not.
   */
  readonly breakGlassReason: string | null;
  /** The names of the tests that failed under the draft. */
  readonly failedTests: readonly string[];
}

/** The conditions under which a draft is published. */
export interface PublicationTerms {
  readonly isReviewed: boolean;
  /** The tests of the policy that fail under the draft. */
  readonly failing: readonly RanTest[];
  /** Why the publication cannot wait for an approval, or for the tests to pass. */
  readonly reason: string | undefined;
}

/** The draft that was published as a version, as the version keeps it. */
export interface PublishedDraft {
  readonly digest: string;
  /** The account that published it, and its institution. */
  readonly accountId: string;
  readonly entityId: string;
  /** The account that saved it. */
  readonly authorAccountId: string;
  readonly comment: string | null;
  readonly approval: DraftApproval | null;
  readonly breakGlassReason: string | null;
}

/** The approval of a draft, for the subscribers of the version that it became. */
export function versionApproval(
  digest: string,
  { accountId, entityId, approvedAt, summary, summaryDigest }: DraftApproval,
): VersionApproval {
  return {
    account_id: accountId,
    entity_id: entityId,
    effect: summary.effect,
    summary_digest: summaryDigest,
    approved_at: approvedAt,
    draft_digest: digest,
  };
}

export function publishedDraft(
  { draft, approval, breakGlassReason }: Publication,
  author: Author,
): PublishedDraft {
  const { digest, comment, accountId: authorAccountId } = draft;
  const { account_id: accountId, entity_id: entityId } = author;
  return { digest, accountId, entityId, authorAccountId, comment, approval, breakGlassReason };
}

/**
 * @param seen the digest of the comparison that an approver read; undefined: it is not checked
 * @throws RESOURCE_CONFLICT when the policy has changed since, or the publication has another effect
 */
export function requireEffect<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  seen: string | undefined,
): void {
  if (seen === undefined) return;
  rules.requireUnchanged(policy, draft);
  if (canonicalDigest(rules.effectOf(policy, draft)) === seen) return;
  throw conflict(
    'summary_changed',
    'the draft has another effect than the comparison that the request names',
  );
}

/**
 * The draft with the approval of the caller, which replaces an earlier one.
 * @throws PERMISSION_DENIED when the caller saved the draft, RESOURCE_CONFLICT when the policy has
 *   changed since
 */
export function approve<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  principal: Principal,
  now: Date,
): D {
  if (draft.editorAccountIds.includes(principal.account_id)) {
    throw denied('own_draft', 'an account that saved the draft cannot approve it');
  }
  rules.requireUnchanged(policy, draft);
  const summary = rules.effectOf(policy, draft);
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
 * @throws RESOURCE_CONFLICT when the policy has changed since; without a reason, also when the
 *   network reviews changes and no approval is in force, or when a test fails
 */
export function publication<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  { isReviewed, failing, reason }: PublicationTerms,
): Publication<D> {
  rules.requireUnchanged(policy, draft);
  const approval = approvalInForce(rules, { policy, draft });
  const lacksApproval = isReviewed && !approval;
  const failedTests = failing.map(({ test }) => test.name);
  if (!lacksApproval && failing.length === 0) {
    return { draft, approval, failedTests, breakGlassReason: null };
  }
  if (reason !== undefined) return { draft, approval, failedTests, breakGlassReason: reason };
  if (failing.length > 0) throw testsFailed(failing);
  throw conflict(
    'approval_required',
    'the network requires an approval of the draft by an account that did not save it',
  );
}

/**
 * The approval of the draft that is in force; null when there is none, or when the publication
 * would have another effect by now.
 */
export function approvalInForce<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
): DraftApproval | null {
  const { approval } = draft;
  if (!approval || policy.version !== draft.baseVersion) return null;
  const effect = rules.effectOf(policy, draft);
  return approval.summaryDigest === canonicalDigest(effect) ? approval : null;
}
