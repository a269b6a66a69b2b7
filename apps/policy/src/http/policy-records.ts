import type {
  AnswerOf,
  listPolicyDrafts,
  readFurnishingPolicy,
  readFurnishingPolicyDraft,
  readQueryingPolicy,
  readQueryingPolicyDraft,
  readQueryingPolicyVersion,
} from '@ndx/api';
import { builtInPolicyId, type Dataset } from '@ndx/catalog';
import { hasRole, type Principal } from '@ndx/contracts';
import type { DraftApproval, DraftSubmission } from '../domain/draft-summary.js';
import { approvalInForce, type PublishedDraft } from '../domain/draft-approval.js';
import {
  FURNISHING_DRAFTS,
  type FurnishingPolicyDraft,
  type FurnishingPolicyInPlace,
} from '../domain/furnishing-policy-draft.js';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import type { DraftOfPolicy, DraftRules, PolicyDraft } from '../domain/policy-draft.js';
import { SCHEMA_VERSION, type Policy } from '../domain/policy.js';
import { consentDemandOf, type QueryingPolicy } from '../domain/querying-policy.js';
import { QUERYING_DRAFTS, type QueryingPolicyDraft } from '../domain/querying-policy-draft.js';
import type { DraftSchedule } from '../domain/draft-schedule.js';
import type { OpenDraft } from '../use-cases/list-policy-drafts.js';
import type { QueryingPolicyVersionRow } from '../storage/querying-policy-version-row.js';

/** The record of a querying policy (contract 2.7, design 7). */
export function toQueryingPolicyRecord(
  policy: QueryingPolicy,
): AnswerOf<typeof readQueryingPolicy> {
  return {
    ...toPolicyRecord(policy),
    status: policy.status,
    is_default: policy.isDefault,
    enforced: policy.enforced,
    model_selections: policy.modelSelections,
    consent: consentDemandOf(policy),
    permissible_purposes: policy.permissiblePurposes,
  };
}

/** The record of the policy that applies where a network has no default; it belongs to no network. */
export function toBuiltInPolicyRecord({
  id: productId,
  slug,
}: Dataset): AnswerOf<typeof readQueryingPolicy> {
  return {
    id: builtInPolicyId(slug),
    name: 'Built-in default',
    version: 0,
    schema_version: SCHEMA_VERSION,
    entity_id: null,
    network_id: null,
    network_product_id: null,
    product_id: productId,
    created_at: null,
    updated_at: null,
    status: 'published',
    is_default: true,
    enforced: false,
    model_selections: [],
    consent: consentDemandOf({ consent: null, productId }),
    permissible_purposes: [],
  };
}

/** A version of a querying policy as saved; only governors see its accounts and its draft. */
export function toPolicyVersionRecord(
  principal: Principal,
  saved: QueryingPolicyVersionRow & Pick<QueryingPolicy, 'productId' | 'networkId'>,
): AnswerOf<typeof readQueryingPolicyVersion> {
  const isGovernor = hasRole(principal, saved.networkId, 'governor');
  return {
    policy_id: saved.policyId,
    version: saved.version,
    name: saved.name,
    status: saved.status,
    is_default: saved.isDefault,
    enforced: saved.enforced,
    model_selections: saved.modelSelections,
    consent: consentDemandOf(saved),
    permissible_purposes: saved.permissiblePurposes,
    saved_at: saved.savedAt.toISOString(),
    entity_id: saved.entityId,
    account_id: isGovernor ? saved.accountId : null,
    draft: isGovernor ? toVersionDraft(saved) : null,
  };
}

function toVersionDraft(saved: QueryingPolicyVersionRow) {
  const { draftDigest: digest, authorAccountId, failedTests } = saved;
  if (digest === null || authorAccountId === null) return null;
  const { comment, approval, breakGlassReason } = saved;
  return toPublishedDraft(
    { digest, authorAccountId, comment, approval, breakGlassReason },
    failedTests,
  );
}

/** @param failedTests none for a furnishing policy, which carries no tests */
function toPublishedDraft(
  published: Omit<PublishedDraft, 'accountId' | 'entityId'>,
  failedTests: readonly string[] = [],
) {
  return {
    digest: published.digest,
    author_account_id: published.authorAccountId,
    comment: published.comment,
    approval: toApprovalRecord(published.approval),
    break_glass_reason: published.breakGlassReason,
    failed_tests: failedTests,
  };
}

function toSubmissionRecord(submission: DraftSubmission | null) {
  return (
    submission && {
      account_id: submission.accountId,
      entity_id: submission.entityId,
      submitted_at: submission.submittedAt,
      summary: submission.summary,
      summary_digest: submission.summaryDigest,
    }
  );
}

function toApprovalRecord(approval: DraftApproval | null) {
  return (
    approval && {
      account_id: approval.accountId,
      entity_id: approval.entityId,
      approved_at: approval.approvedAt,
      summary: approval.summary,
      summary_digest: approval.summaryDigest,
    }
  );
}

/** The draft of a querying policy. */
export function toDraftRecord(
  drafted: DraftOfPolicy<QueryingPolicy, QueryingPolicyDraft>,
): AnswerOf<typeof readQueryingPolicyDraft> {
  const { draft } = drafted;
  return {
    ...toDraftMembers(QUERYING_DRAFTS, drafted),
    name: draft.name,
    is_default: draft.isDefault,
    enforced: draft.enforced,
    model_selections: draft.modelSelections,
    consent: draft.consent,
    permissible_purposes: draft.permissiblePurposes,
  };
}

/** The draft of a furnishing policy. */
export function toFurnishingDraftRecord(
  drafted: DraftOfPolicy<FurnishingPolicyInPlace, FurnishingPolicyDraft>,
): AnswerOf<typeof readFurnishingPolicyDraft> {
  const { policyMetadata, deprecatedOn } = drafted.draft;
  return {
    ...toDraftMembers(FURNISHING_DRAFTS, drafted),
    deprecated_on: deprecatedOn,
    policy_metadata: policyMetadata,
  };
}

/** A draft of either kind in a list. */
export function toOpenDraftRecord({
  policy,
  draft,
  approval,
  awaitsApproval,
}: OpenDraft): AnswerOf<typeof listPolicyDrafts>['data'][number] {
  return {
    kind: draft.kind,
    ...draftMembers({ policy, draft }, approval),
    name: policy.name,
    policy_version: policy.version,
    awaits_approval: awaitsApproval,
  };
}

/** The common members of both kinds. */
function toDraftMembers<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  drafted: DraftOfPolicy<P, D>,
) {
  return draftMembers(drafted, approvalInForce(rules, drafted));
}

/** @param approval the one in force */
function draftMembers(
  { policy, draft }: DraftOfPolicy<Policy, PolicyDraft>,
  approval: DraftApproval | null,
) {
  return {
    policy_id: policy.id,
    network_id: policy.networkId,
    product_id: policy.productId,
    base_version: draft.baseVersion,
    status: draft.status,
    comment: draft.comment,
    digest: draft.digest,
    entity_id: draft.entityId,
    account_id: draft.accountId,
    saved_at: draft.savedAt.toISOString(),
    editor_account_ids: draft.editorAccountIds,
    submission: toSubmissionRecord(draft.submission),
    approval: toApprovalRecord(approval),
    schedule: draft.schedule && toScheduleRecord(draft.schedule),
  };
}

function toScheduleRecord({ failure, ...schedule }: DraftSchedule) {
  return {
    publish_at: schedule.publishAt,
    scheduled_at: schedule.scheduledAt,
    account_id: schedule.accountId,
    entity_id: schedule.entityId,
    failure: failure && { failed_at: failure.failedAt, reason: failure.reason },
  };
}

/**
 * The record of a furnishing policy (contract 2.6), and its network and product; only governors see
 * its drafts.
 */
export function toFurnishingPolicyRecord(
  principal: Principal,
  policy: FurnishingPolicy,
): AnswerOf<typeof readFurnishingPolicy> {
  const isGovernor = hasRole(principal, policy.networkId, 'governor');
  const shown = (draft: PublishedDraft | null) =>
    isGovernor && draft ? toPublishedDraft(draft) : null;
  return {
    ...toPolicyRecord(policy),
    source_default_slug: policy.sourceDefaultSlug,
    active_on: policy.activeOn?.toISOString() ?? null,
    deprecated_on: policy.deprecatedOn?.toISOString() ?? null,
    policy_metadata: policy.policyMetadata,
    draft: shown(policy.publication),
    ending_draft: shown(policy.ending),
  };
}

/** The common members of both kinds. */
function toPolicyRecord(policy: Policy) {
  return {
    id: policy.id,
    name: policy.name,
    version: policy.version,
    schema_version: policy.schemaVersion,
    entity_id: policy.entityId,
    network_id: policy.networkId,
    network_product_id: policy.networkProductId,
    product_id: policy.productId,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  };
}
