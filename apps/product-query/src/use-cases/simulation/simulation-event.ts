import type { PayloadOf, QueriesSimulated } from '@ndx/contracts';
import type { SimulationJob } from '../../domain/simulation/simulation-job.js';

/** The audit entry of a simulation in networks. */
export function simulationEvent(
  job: SimulationJob,
  networkIds: readonly string[],
): PayloadOf<typeof QueriesSimulated> {
  return {
    simulation_id: job.simulationId,
    network_ids: [...networkIds],
    entity_id: job.entityId,
    account_id: job.accountId,
    policy_id: job.policyId,
    policy_version: job.policyVersion,
    model_selections: [...job.modelSelections],
    consent: job.consent,
    permissible_purposes: [...job.permissiblePurposes],
    period_start: job.periodStart.toISOString(),
    period_end: job.periodEnd.toISOString(),
  };
}
