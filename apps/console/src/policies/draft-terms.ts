import type { QueryingPolicyDraft, QueryingPolicyVersion } from '@ndx/client';
import { requirementsOf } from './requirements.js';

type Terms = Pick<
  QueryingPolicyVersion,
  'name' | 'is_default' | 'enforced' | 'model_selections' | 'permissible_purposes'
> &
  Pick<QueryingPolicyDraft, 'consent'>;

/** What a draft or a version states of a policy, besides its status. */
export function termsOf(stated: Terms): Terms {
  const { name, is_default, enforced } = stated;
  return { name, is_default, enforced, ...requirementsOf(stated) };
}

/** Everything that the publication of a draft saves. */
export function termsOfDraft(draft: QueryingPolicyDraft) {
  return { ...termsOf(draft), status: draft.status };
}
