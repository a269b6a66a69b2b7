import type { SimulationFailure, SimulationState } from '@ndx/contracts';
import { CALLER_READ_MODELS } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SimulatedAnswer } from '../domain/simulation/simulation-counts.js';
import type { SimulationJob } from '../domain/simulation/simulation-job.js';
import { RenewedClaim } from './renewed-claim.js';
import { SimulationRow } from './simulation-row.js';

/** A simulation that this process continues. */
export interface ClaimedSimulation extends SimulationJob {
  /** Identifies this claim. */
  readonly claim: string;
  /** The networks that its institution still governs; none for a suspended account. */
  readonly governs: readonly string[];
}

/** The state of a simulation after a part of it. */
export type Advanced = Pick<
  SimulationJob,
  'counts' | 'listed' | 'networkIds' | 'placeAt' | 'placeId'
> & {
  readonly answers: readonly SimulatedAnswer[];
  readonly isComplete: boolean;
};

const { isSuspended, roles } = CALLER_READ_MODELS;

/**
 * A simulation of a process that was killed is due again after this time. A process renews its claim
 * every 5 seconds; its event loop is blocked for at most 10 seconds.
 */
const CLAIM = `interval '30 seconds'`;

/** The one that waits longest. Replicas take others. */
const TAKE = `
update simulation set due_at = now() + ${CLAIM} where simulation_id in (
  select simulation_id from simulation where state = 'running' and due_at <= now()
  order by due_at limit 1 for update skip locked)
returning simulation_id, due_at::text as claim, array(select id from unnest(governed) as id
    where not ${isSuspended('simulation.account_id')}
      and coalesce(${roles('id', 'simulation.entity_id::text')} @> array['governor'], true)
  ) as governs`;

/** Only the process that has the claim continues a simulation. */
const CLAIMED = `simulation_id = $1 and due_at::text = $2 and state = 'running'`;

const RENEW = `
update simulation set due_at = now() + ${CLAIM} where ${CLAIMED} returning due_at::text as claim`;

const ADVANCE = `
update simulation set counts = $3, listed = $4, network_ids = $5, place_at = $6, place_id = $7,
  state = $8, ended_at = case when $8 = 'running' then null else now() end, due_at = now(),
  advanced_at = now()
where ${CLAIMED} returning 1`;

const LIST = `
insert into simulated_query (simulation_id, query_event_id, network_ids, answer)
select $1, (answer #>> '{event,query_event_id}')::uuid,
  array(select json_array_elements_text(answer #> '{event,network_ids}')::uuid), answer
from unnest($2::json[]) answer`;

const END = `
update simulation set state = 'failed', failure = $3, ended_at = now() where ${CLAIMED}`;

/** It ends when it has not advanced for an hour. */
const POSTPONE = `
update simulation set due_at = now() + interval '10 seconds',
  state = case when ${hasStalled()} then 'failed' else state end,
  failure = case when ${hasStalled()} then 'operation_failed' end,
  ended_at = case when ${hasStalled()} then now() end
where ${CLAIMED}`;

function hasStalled(): string {
  return `advanced_at < now() - interval '1 hour'`;
}

interface Taken {
  readonly simulation_id: string;
  readonly claim: string;
  readonly governs: readonly string[];
}

/** The simulations that the replicas of the service continue. */
@Injectable()
export class RunningSimulations {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes one to continue; undefined when none is due. */
  async take(): Promise<ClaimedSimulation | undefined> {
    const [[taken]] = await this.dataSource.query<[Taken[], number]>(TAKE);
    if (!taken) return undefined;
    const { simulation_id: simulationId, claim, governs } = taken;
    const job: SimulationJob | null = await this.dataSource.manager.findOneBy(SimulationRow, {
      simulationId,
    });
    return job ? { ...job, claim, governs } : undefined;
  }

  /** Renews the claim of a simulation until `end`. */
  renewing({ simulationId, claim }: ClaimedSimulation): RenewedClaim {
    return new RenewedClaim(claim, async (last) => {
      const [[renewed]] = await this.dataSource.query<[Pick<Taken, 'claim'>[], number]>(RENEW, [
        simulationId,
        last,
      ]);
      // A simulation that was cancelled or taken by another process keeps the old claim, which stores nothing.
      return renewed?.claim ?? last;
    });
  }

  /** Stores a part. Returns false, and stores nothing, when it was cancelled or taken again. */
  async advance(
    manager: EntityManager,
    { simulationId, claim }: ClaimedSimulation,
    { answers, isComplete, ...advanced }: Advanced,
  ): Promise<boolean> {
    const state: SimulationState = isComplete ? 'completed' : 'running';
    const [rows] = await manager.query<[unknown[], number]>(ADVANCE, [
      ...[simulationId, claim, JSON.stringify(advanced.counts), advanced.listed],
      ...[advanced.networkIds, advanced.placeAt, advanced.placeId, state],
    ]);
    if (rows.length === 0) return false;
    if (answers.length > 0) {
      await manager.query(LIST, [simulationId, answers.map((answer) => JSON.stringify(answer))]);
    }
    return true;
  }

  async fail(claimed: ClaimedSimulation, failure: SimulationFailure): Promise<void> {
    await this.dataSource.query(END, [claimed.simulationId, claimed.claim, failure]);
  }

  /** After a part that failed. */
  async postpone({ simulationId, claim }: ClaimedSimulation): Promise<void> {
    await this.dataSource.query(POSTPONE, [simulationId, claim]);
  }
}
