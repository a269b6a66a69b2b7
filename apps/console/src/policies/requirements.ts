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

type Simulated = Requirements & Pick<QueryingPolicyDraft, 'status' | 'is_default' | 'enforced'>;

/** The members of a draft, or of a simulation, that a simulation takes. */
export function simulatedTermsOf(stated: Simulated): Simulated {
  const { status, is_default, enforced } = stated;
  return { status, is_default, enforced, ...requirementsOf(stated) };
}

/** Whether a simulation is of a draft, which can have changed since. */
export function isOf(simulation: Simulated, draft: Simulated): boolean {
  return hashKey([simulatedTermsOf(simulation)]) === hashKey([simulatedTermsOf(draft)]);
}
