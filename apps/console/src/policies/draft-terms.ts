import type {
  FurnishingPolicyDraft,
  QueryingPolicyDraft,
  QueryingPolicyVersion,
} from '@ndx/client';
import type { PolicyDraft } from './policy-kind.js';
import { requirementsOf } from './requirements.js';

type Terms = Pick<
  QueryingPolicyVersion,
  'name' | 'is_default' | 'enforced' | 'model_selections' | 'permissible_purposes'
> &
  Pick<QueryingPolicyDraft, 'consent'>;

/** What a draft or a version of a querying policy states, besides its status. */
export function termsOf(stated: Terms): Terms {
  const { name, is_default, enforced } = stated;
  return { name, is_default, enforced, ...requirementsOf(stated) };
}

/** Everything that the publication of a draft of a querying policy saves. */
export function termsOfDraft(draft: QueryingPolicyDraft) {
  return { ...termsOf(draft), status: draft.status };
}

/** Everything that the publication of a draft of a furnishing policy saves. */
export function furnishingTermsOf({
  status,
  deprecated_on,
  policy_metadata,
}: FurnishingPolicyDraft) {
  return { status, deprecated_on, policy_metadata };
}

export function comparedTermsOf(draft: PolicyDraft): object {
  return 'policy_metadata' in draft ? furnishingTermsOf(draft) : termsOfDraft(draft);
}
