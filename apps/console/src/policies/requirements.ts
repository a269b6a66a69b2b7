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

type Simulated = Requirements & Pick<QueryingPolicyDraft, 'is_default'>;

/** Whether a simulation is of a draft, which can have changed since. */
export function isOf(simulation: Simulated, draft: Simulated): boolean {
  const keyOf = (one: Simulated) => hashKey([one.is_default, requirementsOf(one)]);
  return keyOf(simulation) === keyOf(draft);
}
