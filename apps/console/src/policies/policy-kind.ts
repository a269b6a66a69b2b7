import type { FurnishingPolicyDraft, QueryingPolicyDraft } from '@ndx/client';

/** The kind of a policy, as the names of its operations have it: `read${kind}PolicyDraft`. */
export type PolicyKind = 'Querying' | 'Furnishing';

/** The draft of a policy of each kind. */
export interface DraftOf {
  readonly Querying: QueryingPolicyDraft;
  readonly Furnishing: FurnishingPolicyDraft;
}

export type PolicyDraft = DraftOf[PolicyKind];

/** A policy of either kind. */
export interface KindOfPolicy {
  readonly kind: PolicyKind;
  readonly policy: { readonly id: string; readonly name: string; readonly version: number };
  /** Shows the published policy, where that has an id of its own. */
  readonly onPublished?: ((policyId: string) => unknown) | undefined;
}

/** A policy and its draft. */
export interface DraftedPolicy extends KindOfPolicy {
  readonly draft: PolicyDraft;
}

interface KindInWords {
  /** The requests to which a policy applies. */
  readonly none: string;
  readonly all: string;
  /** The state that a publication gives the policy. */
  readonly states: Readonly<Record<PolicyDraft['status'], string>>;
}

export const KIND_WORDS: Readonly<Record<PolicyKind, KindInWords>> = {
  Querying: {
    none: 'no query',
    all: 'every query that starts',
    states: { published: 'published', archived: 'archived' },
  },
  Furnishing: {
    none: 'no record',
    all: 'every record that is furnished',
    states: { published: 'in_effect', archived: 'ended' },
  },
};
