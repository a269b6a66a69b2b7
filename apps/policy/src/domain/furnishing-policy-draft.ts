import {
  acceptanceRules,
  compareAcceptance,
  NO_ACCEPTANCE_RULES,
  type AcceptanceConfiguration,
  type PolicyMetadata,
} from '@ndx/catalog';
import { conflict, invalid, newId, type Principal } from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import { comparisonSummary } from './draft-summary.js';
import { datasetWithId } from './catalogue.js';
import { publishedDraft, type Publication } from './draft-approval.js';
import { stageOf, timeIn, type FurnishingPolicy } from './furnishing-policy.js';
import {
  isSameDraft,
  requireBase,
  savedBy,
  type Author,
  type AuthoredDraft,
  type DraftBase,
  type DraftRules,
  type PolicyDraft,
} from './policy-draft.js';

/** What an author sets beside the status. */
interface DraftTerms {
  readonly policyMetadata: PolicyMetadata;
  /** The time at which the version ends, as in JSON; null: no end. */
  readonly deprecatedOn: string | null;
}

/** The draft of a furnishing policy. Its publication as `published` starts the next version. */
export type FurnishingPolicyDraft = PolicyDraft & DraftTerms;

/** What an author saves; an omitted term is as in the policy. */
export interface AuthoredFurnishingDraft extends AuthoredDraft {
  readonly policyMetadata: PolicyMetadata | undefined;
  readonly deprecatedOn: Date | null | undefined;
}

/** A policy, and the policies of its pair as they apply now. */
export interface FurnishingPolicyInPlace extends FurnishingPolicy {
  /** The policy that applies; null: none. */
  readonly governing: FurnishingPolicy | null;
  /** The policy that applies where this one does not. */
  readonly others: FurnishingPolicy | null;
  /** The newest version of the name. */
  readonly newestVersion: number;
}

/** The rules in force before the publication of a draft, and after. */
export interface PolicyChange {
  readonly before: AcceptanceConfiguration;
  readonly after: AcceptanceConfiguration;
}

export const FURNISHING_DRAFTS: DraftRules<FurnishingPolicyInPlace, FurnishingPolicyDraft> = {
  isSavedAlready: isSameDraft,
  requireUnchanged: requireNewest,
  effectOf: (policy, draft) => {
    const { before, after } = changeBy(policy, draft);
    return comparisonSummary(compareAcceptance(before, after));
  },
};

/**
 * @param replaced the draft of the policy before
 * @throws RESOURCE_CONFLICT when the policy has another version than the author read;
 *   VALIDATION_ERROR
 */
export function furnishingDraftOf(
  { policy, replaced }: { policy: FurnishingPolicyInPlace; replaced: PolicyDraft | null },
  authored: AuthoredFurnishingDraft,
  principal: Principal,
  now: Date,
): FurnishingPolicyDraft {
  const { baseVersion, comment, status } = authored;
  requireNewest(policy, authored);
  const content = {
    ...{ policyId: policy.id, baseVersion, comment, status },
    ...checkedTerms(policy, authored, now),
  };
  return { ...content, digest: digestOf(content), ...savedBy(principal, replaced, now) };
}

/** The rules that a draft would change, as `furnishingDraftOf` checks them. @throws VALIDATION_ERROR */
export function checkedTerms(
  policy: FurnishingPolicyInPlace,
  authored: Pick<AuthoredFurnishingDraft, 'policyMetadata' | 'deprecatedOn' | 'status'>,
  now: Date,
): DraftTerms {
  requireArchivable(policy, authored, now);
  const { policyMetadata = policy.policyMetadata } = authored;
  acceptanceRules(datasetWithId(policy.productId), policyMetadata);
  // The end of a version that has ended is no end of the next one.
  const former = stageOf(policy, now) === 'deprecated' ? null : policy.deprecatedOn;
  const end = authored.deprecatedOn === undefined ? former : authored.deprecatedOn;
  if (authored.status === 'published') requireFuture(end, now);
  return { policyMetadata, deprecatedOn: timeIn(end) };
}

/** The rules that apply to the product, and that apply after the publication. */
export function changeBy(
  { productId, governing, others }: FurnishingPolicyInPlace,
  { status, policyMetadata, deprecatedOn }: DraftTerms & Pick<PolicyDraft, 'status'>,
): PolicyChange {
  const dataset = datasetWithId(productId);
  const rulesOf = (policy: FurnishingPolicy | null): AcceptanceConfiguration =>
    policy
      ? {
          ...acceptanceRules(dataset, policy.policyMetadata),
          deprecated_on: timeIn(policy.deprecatedOn),
        }
      : NO_ACCEPTANCE_RULES;
  const published = { ...acceptanceRules(dataset, policyMetadata), deprecated_on: deprecatedOn };
  return { before: rulesOf(governing), after: status === 'archived' ? rulesOf(others) : published };
}

/**
 * The policies that the publication saves: the one that the draft makes, then the version that it
 * replaces, if that is active.
 * @throws RESOURCE_CONFLICT, VALIDATION_ERROR when the draft cannot be published any more
 */
export function publishFurnishingDraft(
  policy: FurnishingPolicy,
  publication: Publication<FurnishingPolicyDraft>,
  author: Author,
  now: Date,
): readonly [FurnishingPolicy, ...FurnishingPolicy[]] {
  const { draft } = publication;
  const stage = stageOf(policy, now);
  const origin = publishedDraft(publication, author);
  const changed = { ...policy, revision: policy.revision + 1, updatedAt: now };
  if (draft.status === 'archived') {
    requireArchivable(policy, draft, now);
    const ended =
      stage === 'active'
        ? { deprecatedOn: now }
        : { activeOn: null, deprecatedOn: null, version: policy.version + 1 };
    return [{ ...changed, ...ended, ending: origin }];
  }
  const deprecatedOn = draft.deprecatedOn === null ? null : new Date(draft.deprecatedOn);
  requireFuture(deprecatedOn, now);
  const { policyMetadata } = draft;
  const terms = { policyMetadata, activeOn: now, deprecatedOn, publication: origin, ending: null };
  const next = { ...changed, ...terms, version: policy.version + 1 };
  if (stage === 'draft') return [next];
  const { entity_id: entityId } = author;
  const version = { ...next, id: newId(), entityId, revision: 1, createdAt: now };
  return stage === 'active' ? [version, { ...changed, deprecatedOn: now }] : [version];
}

function requireNewest(
  { version, newestVersion }: FurnishingPolicyInPlace,
  base: Pick<DraftBase, 'baseVersion'>,
): void {
  requireBase({ version }, base);
  requireBase({ version: newestVersion }, base);
}

function requireArchivable(
  policy: FurnishingPolicy,
  { status }: Pick<PolicyDraft, 'status'>,
  now: Date,
): void {
  if (status !== 'archived') return;
  if (policy.activeOn === null) {
    throw invalid('invalid_policy', 'a policy that has no start cannot be archived');
  }
  if (stageOf(policy, now) === 'deprecated') {
    throw conflict('policy_fixed', 'the policy is deprecated: it applies to no record');
  }
}

function requireFuture(end: Date | null, now: Date): void {
  if (end !== null && end <= now) {
    throw invalid('invalid_window', 'deprecated_on must be in the future');
  }
}

function digestOf(content: DraftBase & DraftTerms): string {
  return canonicalDigest({
    policy_id: content.policyId,
    base_version: content.baseVersion,
    comment: content.comment,
    status: content.status,
    deprecated_on: content.deprecatedOn,
    policy_metadata: content.policyMetadata,
  });
}
