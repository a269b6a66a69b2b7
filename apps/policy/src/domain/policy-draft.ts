import {
  conflict,
  notFound,
  type PayloadOf,
  type Principal,
  type QueryingPolicyDraftChanged,
  quoted,
  type QueryingPolicyStatus,
} from '@ndx/contracts';
import {
  seenSummary,
  type ComparisonSummary,
  type DraftApproval,
  type DraftSubmission,
} from './draft-summary.js';
import type { DraftSchedule } from './draft-schedule.js';
import type { Policy } from './policy.js';

/** A configuration that is not published: at most one stands beside a policy (design 7). */
export interface PolicyDraft extends DraftBase {
  /** SHA-256 of the content in hexadecimal. */
  readonly digest: string;
  /** The author: the account that saved it last, and its institution. */
  readonly accountId: string;
  readonly entityId: string;
  readonly savedAt: Date;
  /** The accounts that saved it or a draft that it replaced, since there was none. */
  readonly editorAccountIds: readonly string[];
  readonly submission: DraftSubmission | null;
  readonly approval: DraftApproval | null;
  readonly schedule: DraftSchedule | null;
}

/** The members of the content that each kind of policy has. */
export interface DraftBase {
  readonly policyId: string;
  readonly baseVersion: number;
  readonly comment: string | null;
  readonly status: DraftStatus;
}

/** The status that a publication gives the policy: in force, or out of it. */
export type DraftStatus = Exclude<QueryingPolicyStatus, 'draft'>;

/** A draft, and the policy that it would change. */
export interface DraftOfPolicy<P, D> {
  readonly policy: P;
  readonly draft: D;
}

/** What the authors of each kind of policy save. */
export interface AuthoredDraft {
  /** The version of the policy that the author read. */
  readonly baseVersion: number;
  readonly comment: string | null;
  readonly status: DraftStatus;
}

/** What a draft of one kind of policy changes. */
export interface DraftRules<P, D> {
  /** Whether the author of the first has saved the second already: the request is a retry. */
  readonly isSavedAlready: (saved: D, draft: D) => boolean;
  /** @throws RESOURCE_CONFLICT when the policy has changed since the draft was saved */
  readonly requireUnchanged: (policy: P, draft: D) => void;
  /** The effect of the publication of the draft. */
  readonly effectOf: (policy: P, draft: D) => ComparisonSummary;
}

/** The members of a draft that its author just saved. @param replaced the draft before */
export function savedBy(
  principal: Principal,
  replaced: PolicyDraft | null,
  now: Date,
): Omit<PolicyDraft, keyof DraftBase | 'digest'> {
  return {
    accountId: principal.account_id,
    entityId: principal.entity_id,
    savedAt: now,
    editorAccountIds: [...new Set([...(replaced?.editorAccountIds ?? []), principal.account_id])],
    submission: null,
    approval: null,
    schedule: null,
  };
}

/** @throws RESOURCE_CONFLICT when the policy has another version than the draft is based on */
export function requireBase(
  { version }: Pick<Policy, 'version'>,
  { baseVersion }: Pick<DraftBase, 'baseVersion'>,
): void {
  if (version !== baseVersion) {
    throw conflict(
      'base_version_moved',
      `the policy is at version ${version}, not ${baseVersion}, on which the draft is based`,
    );
  }
}

/** Whether the drafts have the same author and the same content. */
export function isSameDraft(one: PolicyDraft, other: PolicyDraft): boolean {
  return one.digest === other.digest && one.accountId === other.accountId;
}

/**
 * @param expected the digest of the draft that the caller read; null: there was none
 * @throws RESOURCE_CONFLICT when there is another draft, or none any more
 */
export function requireSameDraft(draft: PolicyDraft | null, expected: string | null): void {
  const digest = draft?.digest ?? null;
  if (digest === expected) return;
  throw conflict(
    'draft_changed',
    digest === null ? 'the policy has no draft' : `the draft has the digest ${quoted(digest)}`,
  );
}

/**
 * @param expected the digest of the draft that the caller read
 * @throws RESOURCE_NOT_FOUND without a draft; RESOURCE_CONFLICT when there is another one
 */
export function requireDraft<D extends PolicyDraft>(draft: D | null, expected?: string): D {
  if (!draft) throw notFound('draft_not_found', 'the policy has no draft');
  if (expected !== undefined) requireSameDraft(draft, expected);
  return draft;
}

/** In whose name something happens. */
export type Author = Pick<Principal, 'account_id' | 'entity_id'>;

/** The payload of a change of a draft, the same for each kind of policy. */
export type DraftChange = PayloadOf<typeof QueryingPolicyDraftChanged>;

/** What happened to a draft. */
export interface DraftOutcome extends Pick<DraftChange, 'change' | 'version'> {
  /** The approval of the draft, if it is in force. */
  readonly approval: DraftApproval | null;
  readonly breakGlass?: boolean;
}

/** The payload of a change of the draft. */
export function draftChange(
  policy: Policy,
  draft: PolicyDraft,
  principal: Author,
  { change, version, approval, breakGlass = false }: DraftOutcome,
): DraftChange {
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
    submission: draft.submission && seenSummary(draft.submission),
    approval: approval && seenSummary(approval),
    schedule: draft.schedule && {
      publish_at: draft.schedule.publishAt,
      account_id: draft.schedule.accountId,
      entity_id: draft.schedule.entityId,
    },
    failure: draft.schedule?.failure?.reason ?? null,
    break_glass: breakGlass,
  };
}
