import {
  newId,
  type PayloadOf,
  type Principal,
  type QueryEvent,
  type QuerySimulated,
} from '@ndx/contracts';
import type { SimulatedOutcome } from '../../domain/replay/simulate.js';
import type { QueryingPolicy } from '../../domain/policy/querying-policy.js';

type Simulated = Pick<
  QueryingPolicy,
  'id' | 'version' | 'modelSelections' | 'consent' | 'permissiblePurposes'
>;

/** The audit entry of a simulation of one query (decision 0076). */
export function simulatedQuery(
  { entity_id }: Principal,
  event: QueryEvent,
  policy: Simulated,
  outcome: SimulatedOutcome = event.outcome,
): PayloadOf<typeof QuerySimulated> {
  return {
    simulation_id: newId(),
    query_event_id: event.query_event_id,
    network_ids: event.network_ids,
    entity_id,
    policy_id: policy.id,
    policy_version: policy.version,
    model_selections: [...policy.modelSelections],
    consent: policy.consent,
    permissible_purposes: [...policy.permissiblePurposes],
    outcome,
  };
}
