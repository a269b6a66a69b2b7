import { conflict, denied, quoted, type Principal } from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import {
  approvedSummary,
  hasEffect,
  summaryOf,
  type DraftApproval,
  type DraftSubmission,
  type SummaryInputs,
} from './draft-summary.js';
import type { Author, DraftOfPolicy, DraftRules, PolicyDraft } from './policy-draft.js';
import { testsFailed, type RanTest } from './policy-test.js';
import type { Policy } from './policy.js';
import type { VersionOrigin } from './querying-policy.js';

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

/** How the draft became the version, for the subscribers of the version. */
export function versionOrigin(
  {
    digest,
    approval,
    breakGlassReason: reason,
    accountId,
    entityId,
  }: Omit<PublishedDraft, 'authorAccountId' | 'comment'>,
  publishedAt: Date,
): VersionOrigin {
  return {
    approval: approval && {
      ...approvedSummary(approval),
      approved_at: approval.approvedAt,
      draft_digest: digest,
    },
    break_glass:
      reason === null
        ? null
        : {
            account_id: accountId,
            entity_id: entityId,
            published_at: publishedAt.toISOString(),
            reason,
            draft_digest: digest,
          },
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
 * The draft, submitted for approval with its summary; the same draft if it was already submitted so by
 * the caller. An approval of another summary ends.
 * @throws PERMISSION_DENIED when the caller did not save the draft, RESOURCE_CONFLICT when the policy
 *   has changed since
 */
export function submit<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  inputs: Omit<SummaryInputs, 'effect'>,
  principal: Principal,
  now: Date,
): D {
  const { account_id: accountId, entity_id: entityId } = principal;
  if (!draft.editorAccountIds.includes(accountId)) {
    throw denied('not_draft_editor', 'only an account that saved the draft can submit it');
  }
  rules.requireUnchanged(policy, draft);
  const effect = rules.effectOf(policy, draft);
  const summary = summaryOf(draft.digest, { effect, ...inputs });
  const summaryDigest = canonicalDigest(summary);
  const { submission: former, approval } = draft;
  const isSame = former?.summaryDigest === summaryDigest;
  if (isSame && former.accountId === accountId) return draft;
  const submission = {
    accountId,
    entityId,
    submittedAt: now.toISOString(),
    summary,
    summaryDigest,
  };
  return { ...draft, submission, approval: isSame ? approval : null };
}

/** What an approver read, and the results of the tests now. */
export interface Reading {
  readonly summaryDigest: string;
  readonly tests: readonly RanTest[];
}

/**
 * The draft with the approval of the caller, which replaces an earlier one; the same draft if the
 * caller's approval is in force.
 * @throws PERMISSION_DENIED when the caller saved the draft; RESOURCE_CONFLICT when the policy has
 *   changed since, and when the draft was not submitted, or with another summary than the caller read,
 *   or than it has now
 */
export function approve<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  reading: Reading,
  principal: Principal,
  now: Date,
): D {
  const { account_id: accountId, entity_id: entityId } = principal;
  if (draft.editorAccountIds.includes(accountId)) {
    throw denied('own_draft', 'an account that saved the draft cannot approve it');
  }
  rules.requireUnchanged(policy, draft);
  const { summary, summaryDigest } = submittedSummary(rules, { policy, draft }, reading);
  const given = approvalInForce(rules, { policy, draft });
  if (given?.accountId === accountId && given.summaryDigest === summaryDigest) return draft;
  const approval = { accountId, entityId, approvedAt: now.toISOString(), summary, summaryDigest };
  return { ...draft, approval };
}

function submittedSummary<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  { summaryDigest: read, tests }: Reading,
): DraftSubmission {
  const { submission } = draft;
  if (!submission) {
    throw conflict(
      'not_submitted',
      'no account that saved the draft has submitted it for approval',
    );
  }
  if (submission.summaryDigest !== read) {
    throw conflict(
      'summary_changed',
      `the draft was submitted with the summary ${quoted(submission.summaryDigest)}`,
    );
  }
  const effect = rules.effectOf(policy, draft);
  const now = summaryOf(draft.digest, { effect, tests, claims: submission.summary });
  if (canonicalDigest(now) !== read) {
    throw conflict(
      'summary_changed',
      'the comparison or the results of the tests have changed since the draft was submitted',
    );
  }
  return submission;
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
  return hasEffect(approval.summary, rules.effectOf(policy, draft)) ? approval : null;
}
