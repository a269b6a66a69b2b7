import { conflict, networksWithRole, notFound, type Principal } from '@ndx/contracts';
import { following, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { ArrayContainedBy, DataSource, MoreThan, Raw, type EntityManager } from 'typeorm';
import type { SimulatedAnswer } from '../domain/simulation/simulation-counts.js';
import { firstPlace, type SimulationJob } from '../domain/simulation/simulation-job.js';
import { SimulatedQueryRow, SimulationRow } from './simulation-row.js';

/** A process that continues it meanwhile does not store its part. */
const CANCEL = `
update simulation set state = 'cancelled', ended_at = now()
where simulation_id = $1 and state = 'running'`;

/** Members that an answer has; of a list, members that one of its items has. */
export type AnswerPart = Readonly<Partial<Record<keyof SimulatedAnswer, unknown>>>;

/** A simulation that has answered every query of its period. */
export interface CompletedSimulation extends SimulationJob {
  readonly endedAt: Date;
}

/** A simulation is visible to governors of every network of its queries. */
@Injectable()
export class Simulations {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_CONFLICT while another simulation of the network is running */
  async create(manager: EntityManager, job: SimulationJob): Promise<void> {
    const now = job.createdAt;
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(SimulationRow)
      .values({ ...job, ...firstPlace(job), dueAt: now, advancedAt: now })
      .orIgnore()
      .returning('simulation_id')
      .execute();
    if ((inserted.raw as readonly unknown[]).length === 0) {
      throw conflict('simulation_running', 'a simulation of the network is running');
    }
  }

  /** @throws RESOURCE_NOT_FOUND when absent, or not visible to the caller */
  async load(
    principal: Principal,
    simulationId: string,
    manager = this.dataSource.manager,
  ): Promise<SimulationJob> {
    const networkIds = ArrayContainedBy(networksWithRole(principal, 'governor'));
    const found = await manager.findOneBy(SimulationRow, { simulationId, networkIds });
    if (!found) throw notFound('not_found', 'simulation not found');
    return found;
  }

  /**
   * A page of the simulations of a network that are visible to the caller. Uses the index
   * simulation_by_network.
   */
  list(principal: Principal, networkId: string, place: IdPlace, limit: number) {
    const { id: simulationId, way } = following(place);
    const networkIds = ArrayContainedBy(networksWithRole(principal, 'governor'));
    return this.dataSource.manager.find(SimulationRow, {
      where: { networkId, networkIds, simulationId },
      order: { simulationId: way },
      take: limit,
    });
  }

  /**
   * The newest completed simulation with the digest, if all of its queries are of the network alone.
   * Uses the index simulation_by_network.
   */
  async newestCompleted({
    networkId,
    ...of
  }: Pick<
    SimulationJob,
    'networkId' | 'policyId' | 'digest'
  >): Promise<CompletedSimulation | null> {
    const found: SimulationJob | null = await this.dataSource.manager.findOne(SimulationRow, {
      where: { ...of, networkId, networkIds: ArrayContainedBy([networkId]), state: 'completed' },
      order: { simulationId: 'desc' },
    });
    return found?.endedAt ? { ...found, endedAt: found.endedAt } : null;
  }

  /** The changed answers of a visible simulation that contain a part, after the id of a query. */
  async listAnswers(
    { simulationId }: SimulationJob,
    part: AnswerPart,
    after: string,
    limit: number,
  ): Promise<SimulatedAnswer[]> {
    const text = JSON.stringify(part);
    // A simulation lists a bounded number of answers; without a filter they need not be parsed.
    const answer =
      text === '{}'
        ? undefined
        : Raw((own) => `cast(${own} as jsonb) @> cast(:text as jsonb)`, { text });
    const rows = await this.dataSource.manager.find(SimulatedQueryRow, {
      where: { simulationId, queryEventId: MoreThan(after), ...(answer && { answer }) },
      order: { queryEventId: 'asc' },
      take: limit,
    });
    return rows.map(({ answer }) => answer);
  }

  /** No effect on a simulation that has ended. */
  async cancel(manager: EntityManager, { simulationId }: SimulationJob): Promise<void> {
    await manager.query(CANCEL, [simulationId]);
  }
}
