import type { FurnishingPolicyDraft } from '@ndx/client';
import { baseOf, type EditBase } from '../policies/policy-edit.js';
import { rulesOf, type AcceptanceRules } from './acceptance-rules.js';
import type { PlacedPolicy } from './use-furnishing-policies.js';

/** A policy with its draft, if it has one, as the editor reads them. */
export interface EditedFurnishingPolicy {
  readonly policy: PlacedPolicy;
  readonly draft: FurnishingPolicyDraft | null;
}

/** A change of a policy that is not saved yet. */
export interface FurnishingEdit {
  readonly base: EditBase;
  readonly rules: AcceptanceRules;
  /** ISO 8601; null for no end. */
  readonly deprecated_on: string | null;
  /** Why, for the other governors. */
  readonly comment: string;
}

/** The draft as its author left it; without one the policy as it is. */
export function beginFurnishingEdit(edited: EditedFurnishingPolicy): FurnishingEdit {
  const { policy, draft } = edited;
  // The end of a version that has ended is no end of the next one.
  const former = policy.stage === 'ended' ? null : policy.deprecated_on;
  return {
    base: baseOf(edited),
    rules: rulesOf(draft ?? policy),
    deprecated_on: draft ? draft.deprecated_on : former,
    comment: draft?.comment ?? '',
  };
}

/** What the publication of the edit saves. */
export function termsOfEdit({ rules, deprecated_on }: FurnishingEdit) {
  return { status: 'published', policy_metadata: { ...rules }, deprecated_on } as const;
}
