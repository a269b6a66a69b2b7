import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import type { SimulationJob } from '../../domain/simulation/simulation-job.js';
import { Simulations } from '../../storage/simulations.js';

/** `POST /v1/simulations/{simulation_id}/cancel`. */
@Injectable()
export class CancelSimulation {
  constructor(
    private readonly simulations: Simulations,
    private readonly transactions: Transactions,
  ) {}

  /** @throws RESOURCE_NOT_FOUND when absent, or not visible to the caller */
  cancel(principal: Principal, simulationId: string): Promise<SimulationJob> {
    return this.transactions.run(async ({ manager }) => {
      const job = await this.simulations.load(principal, simulationId, manager);
      await this.simulations.cancel(manager, job);
      return this.simulations.load(principal, simulationId, manager);
    });
  }
}
