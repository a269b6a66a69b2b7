import {
  conflict,
  invalid,
  notFound,
  type PayloadOf,
  type Principal,
  type QueryingPolicyDraftChanged,
  type QueryingPolicyStatus,
} from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import type { DraftApproval } from './approved-summary.js';
import type { Policy } from './policy.js';
import type { Changes, QueryingPolicy, QueryingTerms } from './querying-policy.js';
import type { DraftSchedule } from './draft-schedule.js';

/** A configuration that is not published: at most one stands beside a policy (design 7). */
export interface QueryingPolicyDraft extends DraftContent {
  /** SHA-256 of the content in hexadecimal. */
  readonly digest: string;
  /** The author: the account that saved it last, and its institution. */
  readonly accountId: string;
  readonly entityId: string;
  readonly savedAt: Date;
  /** The accounts that saved it or a draft that it replaced, since there was none. */
  readonly editorAccountIds: readonly string[];
  readonly approval: DraftApproval | null;
  readonly schedule: DraftSchedule | null;
  /** Whether the policy was the default then; it can cease to be without a new version. */
  readonly wasDefault: boolean;
}

/** The status that a publication gives the policy: in force, or out of it. */
export type DraftStatus = Exclude<QueryingPolicyStatus, 'draft'>;

interface DraftContent extends QueryingTerms {
  readonly policyId: string;
  readonly baseVersion: number;
  readonly comment: string | null;
  readonly status: DraftStatus;
}

/** A draft, and the policy that it would change. */
export interface DraftOfPolicy {
  readonly policy: QueryingPolicy;
  readonly draft: QueryingPolicyDraft;
}

/** What an author saves; an omitted term is as in the policy. */
export interface AuthoredDraft extends Changes<QueryingTerms> {
  /** The version of the policy that the author read. */
  readonly baseVersion: number;
  readonly comment: string | null;
  readonly status: DraftStatus;
}

/**
 * @param replaced the draft of the policy before
 * @throws RESOURCE_CONFLICT when the policy has another version than the author read;
 *   VALIDATION_ERROR for a default that is archived
 */
export function draftOf(
  { policy, replaced }: { policy: QueryingPolicy; replaced: QueryingPolicyDraft | null },
  authored: AuthoredDraft,
  principal: Principal,
  now: Date,
): QueryingPolicyDraft {
  requireBase(policy, authored);
  const { status } = authored;
  if (authored.isDefault && status === 'archived') {
    throw invalid('invalid_policy', 'a policy that is archived cannot be the default');
  }
  const content: DraftContent = {
    policyId: policy.id,
    baseVersion: authored.baseVersion,
    comment: authored.comment,
    name: authored.name ?? policy.name,
    status,
    isDefault: status === 'published' && (authored.isDefault ?? policy.isDefault),
    enforced: authored.enforced ?? policy.enforced,
    modelSelections: authored.modelSelections ?? policy.modelSelections,
    consent: authored.consent === undefined ? policy.consent : authored.consent,
    permissiblePurposes: authored.permissiblePurposes ?? policy.permissiblePurposes,
  };
  return {
    ...content,
    digest: digestOf(content),
    accountId: principal.account_id,
    entityId: principal.entity_id,
    savedAt: now,
    editorAccountIds: [...new Set([...(replaced?.editorAccountIds ?? []), principal.account_id])],
    approval: null,
    schedule: null,
    wasDefault: policy.isDefault,
  };
}

/** @throws RESOURCE_CONFLICT when the policy has changed since the draft was saved */
export function requireUnchanged(policy: QueryingPolicy, draft: QueryingPolicyDraft): void {
  requireBase(policy, draft);
  if (draft.isDefault && draft.wasDefault && !policy.isDefault) {
    throw conflict(
      'base_version_moved',
      'another policy has become the default since the draft was saved',
    );
  }
}

/** @throws RESOURCE_CONFLICT when the policy has another version than the draft is based on */
function requireBase(
  { version }: Pick<Policy, 'version'>,
  { baseVersion }: Pick<DraftContent, 'baseVersion'>,
): void {
  if (version !== baseVersion) {
    throw conflict(
      'base_version_moved',
      `the policy is at version ${version}, not ${baseVersion}, on which the draft is based`,
    );
  }
}

/** Whether the author has saved the same draft already: the request is a retry. */
export function isSavedAlready(saved: QueryingPolicyDraft, draft: QueryingPolicyDraft): boolean {
  return (
    saved.digest === draft.digest &&
    saved.accountId === draft.accountId &&
    saved.wasDefault === draft.wasDefault
  );
}

/**
 * @param expected the digest of the draft that the caller read; null: there was none
 * @throws RESOURCE_CONFLICT when there is another draft, or none any more
 */
export function requireSameDraft(draft: QueryingPolicyDraft | null, expected: string | null): void {
  const digest = draft?.digest ?? null;
  if (digest === expected) return;
  throw conflict(
    'draft_changed',
    digest === null ? 'the policy has no draft' : `the draft has the digest ${digest}`,
  );
}

/**
 * @param expected the digest of the draft that the caller read
 * @throws RESOURCE_NOT_FOUND without a draft; RESOURCE_CONFLICT when there is another one
 */
export function requireDraft(
  draft: QueryingPolicyDraft | null,
  expected?: string,
): QueryingPolicyDraft {
  if (!draft) throw notFound('draft_not_found', 'the policy has no draft');
  if (expected !== undefined) requireSameDraft(draft, expected);
  return draft;
}

/** In whose name something happens. */
export type Author = Pick<Principal, 'account_id' | 'entity_id'>;

/** What happened to a draft. */
interface DraftOutcome extends Pick<
  PayloadOf<typeof QueryingPolicyDraftChanged>,
  'change' | 'version'
> {
  /** The approval of the draft, if it is in force. */
  readonly approval: DraftApproval | null;
  readonly breakGlass?: boolean;
}

/** The payload of a change of the draft. */
export function draftChange(
  policy: QueryingPolicy,
  draft: QueryingPolicyDraft,
  principal: Author,
  { change, version, approval, breakGlass = false }: DraftOutcome,
): PayloadOf<typeof QueryingPolicyDraftChanged> {
  return {
    policy_id: policy.id,
    network_id: policy.networkId,
    product_id: policy.productId,
    change,
    version,
    digest: draft.digest,
    base_version: draft.baseVersion,
    entity_id: principal.entity_id,
    author_account_id: draft.accountId,
    approval: approval && {
      account_id: approval.accountId,
      entity_id: approval.entityId,
      effect: approval.summary.effect,
      summary_digest: approval.summaryDigest,
    },
    schedule: draft.schedule && {
      publish_at: draft.schedule.publishAt,
      account_id: draft.schedule.accountId,
      entity_id: draft.schedule.entityId,
    },
    failure: draft.schedule?.failure?.reason ?? null,
    break_glass: breakGlass,
  };
}

function digestOf(content: DraftContent): string {
  return canonicalDigest({
    policy_id: content.policyId,
    base_version: content.baseVersion,
    comment: content.comment,
    name: content.name,
    status: content.status,
    is_default: content.isDefault,
    enforced: content.enforced,
    model_selections: content.modelSelections,
    consent: content.consent,
    permissible_purposes: content.permissiblePurposes,
  });
}
