import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { summaryCounts } from '../domain/simulation/summary-counts.js';
import type { CompletedSimulation } from '../storage/simulations.js';
import { FindNewestSimulation } from '../use-cases/simulation/find-newest-simulation.js';

/** Called by policy, on behalf of the account that submits a draft for approval. */
@Controller()
export class InternalSimulationsController {
  constructor(private readonly findNewest: FindNewestSimulation) {}

  @Handles(api.findNewestSimulation)
  async find(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.findNewestSimulation>,
  ): Promise<api.AnswerOf<typeof api.findNewestSimulation>> {
    const found = await this.findNewest.find(principal, {
      networkId: body.network_id,
      policyId: body.policy_id,
      productId: body.product_id,
      isDefault: body.is_default,
      enforced: body.enforced,
      status: body.status,
      modelSelections: body.model_selections,
      consent: body.consent,
      permissiblePurposes: body.permissible_purposes,
    });
    return { simulation: found && shown(found) };
  }
}

function shown(job: CompletedSimulation) {
  const { notSimulated, ...counts } = summaryCounts(job.counts);
  return {
    simulation_id: job.simulationId,
    from: job.periodStart.toISOString(),
    to: job.periodEnd.toISOString(),
    ended_at: job.endedAt.toISOString(),
    simulated_queries: counts.simulated,
    changed_queries: counts.changed,
    lost_answers: counts.lost,
    gained_answers: counts.gained,
    not_simulated_queries: notSimulated,
  };
}
