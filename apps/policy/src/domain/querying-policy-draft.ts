import { compareConfigurations } from '@ndx/catalog';
import { conflict, invalid, type Principal } from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import { comparisonSummary } from './draft-summary.js';
import { datasetWithId } from './catalogue.js';
import {
  isSameDraft,
  requireBase,
  savedBy,
  type AuthoredDraft,
  type DraftBase,
  type DraftRules,
  type PolicyDraft,
} from './policy-draft.js';
import {
  configure,
  type Changes,
  type QueryingPolicy,
  type QueryingTerms,
} from './querying-policy.js';

/** The draft of a querying policy. */
export interface QueryingPolicyDraft extends PolicyDraft, QueryingTerms {
  /** Whether the policy was the default then; it can cease to be without a new version. */
  readonly wasDefault: boolean;
}

type DraftContent = DraftBase & QueryingTerms;

/** What an author saves; an omitted term is as in the policy. */
export interface AuthoredQueryingDraft extends AuthoredDraft, Changes<QueryingTerms> {}

/**
 * @param replaced the draft of the policy before
 * @throws RESOURCE_CONFLICT when the policy has another version than the author read;
 *   VALIDATION_ERROR for a default that is archived
 */
export function draftOf(
  { policy, replaced }: { policy: QueryingPolicy; replaced: PolicyDraft | null },
  authored: AuthoredQueryingDraft,
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
    ...savedBy(principal, replaced, now),
    wasDefault: policy.isDefault,
  };
}

export const QUERYING_DRAFTS: DraftRules<QueryingPolicy, QueryingPolicyDraft> = {
  isSavedAlready: (saved, draft) =>
    isSameDraft(saved, draft) && saved.wasDefault === draft.wasDefault,
  requireUnchanged,
  effectOf: (policy, draft) => {
    const after = configure(policy, draft, policy.updatedAt);
    return comparisonSummary(compareConfigurations(datasetWithId(policy.productId), policy, after));
  },
};

/** @throws RESOURCE_CONFLICT when the policy has changed since the draft was saved */
function requireUnchanged(policy: QueryingPolicy, draft: QueryingPolicyDraft): void {
  requireBase(policy, draft);
  if (draft.isDefault && draft.wasDefault && !policy.isDefault) {
    throw conflict(
      'base_version_moved',
      'another policy has become the default since the draft was saved',
    );
  }
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
