import type { QueryingPolicyDraft } from '@ndx/client';
import { hashKey } from '@tanstack/react-query';

/** What a policy demands and releases. */
type Requirements = Pick<
  QueryingPolicyDraft,
  'model_selections' | 'consent' | 'permissible_purposes'
>;

/** The requirements that a policy, its draft or an edit states. */
export function requirementsOf(stated: Requirements): Requirements {
  const { model_selections, consent, permissible_purposes } = stated;
  return { model_selections, consent, permissible_purposes };
}

/** Whether a simulation is of the requirements of a draft, which can have changed since. */
export function isOf(simulation: Requirements, draft: Requirements): boolean {
  return hashKey([requirementsOf(simulation)]) === hashKey([requirementsOf(draft)]);
}
