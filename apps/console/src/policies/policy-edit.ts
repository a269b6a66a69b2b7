import type { Product, QueryingPolicy, QueryingPolicyDraft } from '@ndx/client';
import { useKept, type Kept } from '../parts/use-kept.js';
import { useSession } from '../session/session.js';
import type { ModelSelection, QueryConditions } from './rules.js';

/** A policy with its draft, if it has one, as the editor reads them. */
export interface EditedPolicy {
  readonly policy: QueryingPolicy;
  readonly product: Product;
  readonly draft: QueryingPolicyDraft | null;
}

/** What the author read: a save replaces nothing else. */
export interface EditBase {
  readonly version: number;
  /** The digest of the draft; null if there was none. */
  readonly digest: string | null;
}

/** A change of a policy that is not saved yet. */
export interface PolicyEdit extends QueryConditions {
  readonly base: EditBase;
  readonly model_selections: ModelSelection[];
  /** Why, for the other governors. */
  readonly comment: string;
}

/** The edit of the signed-in account, which the tab keeps until it is saved. */
export function useEdit<Edit>(policyId: string, begun: Edit): Kept<Edit> {
  const { caller } = useSession();
  return useKept(`policy-edit ${caller.account_id} ${policyId}`, begun);
}

/** The draft as its author left it; without one the policy as it is. */
export function beginEdit({ policy, product, draft }: EditedPolicy): PolicyEdit {
  const { consent, permissible_purposes, model_selections } = draft ?? policy;
  return {
    base: baseOf({ policy, draft }),
    consent: consent ?? (product.subject === 'consumer' ? 'required' : 'permissible_purpose'),
    permissible_purposes,
    model_selections,
    comment: draft?.comment ?? '',
  };
}

/** A policy of either kind and its draft. */
export interface PolicyAndDraft {
  readonly policy: { readonly version: number };
  readonly draft: { readonly digest: string } | null;
}

export function baseOf({ policy, draft }: PolicyAndDraft): EditBase {
  return { version: policy.version, digest: draft?.digest ?? null };
}

/** Whether somebody saved the policy or its draft since the edit began. */
export function isOutdated(base: EditBase, edited: PolicyAndDraft): boolean {
  const { version, digest } = baseOf(edited);
  return base.version !== version || base.digest !== digest;
}
