import { SIMULATION_DAYS } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const IS_OLD = `created_at < now() - interval '${SIMULATION_DAYS} days'`;

const QUERIES = `
delete from simulated_query where (simulation_id, query_event_id) in (
  select simulation_id, query_event_id from simulated_query join simulation using (simulation_id)
  where ${IS_OLD} limit $1 for update of simulated_query skip locked)`;

/** After their queries, which are more than one statement may delete. */
const SIMULATIONS = `
delete from simulation where simulation_id in (
  select simulation_id from simulation where ${IS_OLD}
    and not exists (select from simulated_query q where q.simulation_id = simulation.simulation_id)
  order by created_at limit $1 for update skip locked)`;

@Injectable()
export class ExpiringSimulatedQueries implements ExpiringRows {
  readonly table = 'simulated_query';

  constructor(private readonly dataSource: DataSource) {}

  async deleteExpired(limit: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(QUERIES, [limit]);
    return count;
  }
}

@Injectable()
export class ExpiringSimulations implements ExpiringRows {
  readonly table = 'simulation';

  constructor(private readonly dataSource: DataSource) {}

  async deleteExpired(limit: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(SIMULATIONS, [limit]);
    return count;
  }
}
