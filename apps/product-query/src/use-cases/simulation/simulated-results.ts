import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { simulatedChange } from '../../domain/simulation/simulated-change.js';
import type { SimulationJob } from '../../domain/simulation/simulation-job.js';
import { PastQueries, type StoredQuery } from '../../storage/past-queries.js';
import { inTurns, isCalm } from '../replay/in-turns.js';
import { Replayer, type NotUsed, type Simulated, type Unrepeatable } from '../replay/replayer.js';
import { KeptResults, withKey, type KeyedQuery, type SimulatedResult } from './kept-results.js';

/** Queries whose records are read together. */
const TOGETHER = 100;

/** Some wait for their records while others are decided; beside requests, one would work while another rests. */
const AT_ONCE = 2;

/** The first result and every 1,000th one after it are checked: of reused results, and of new ones. */
const SAMPLING_INTERVAL = 1_000;

/** A result is not the one of its query alone. */
export class InconsistentResultError extends Error {
  override readonly name = 'InconsistentResultError';
}

/** The results of past queries under a draft. Those with the same inputs are decided once. */
@Injectable()
export class SimulatedResults {
  private kept = new KeptResults('');
  private reused = new ResultSampling();
  private decided = new ResultSampling();

  constructor(
    private readonly queries: PastQueries,
    private readonly replayer: Replayer,
  ) {}

  /**
   * The results of queries, in order.
   * @throws OPERATION_FAILED when furnishing does not answer; InconsistentResultError when a check
   *   found another result
   */
  async of(job: SimulationJob, queries: readonly StoredQuery[]): Promise<SimulatedResult[]> {
    if (this.kept.simulationId !== job.simulationId) {
      this.kept = new KeptResults(job.simulationId);
      this.reused = new ResultSampling();
      this.decided = new ResultSampling();
    }
    const results: SimulatedResult[] = [];
    let next = 0;
    const lane = async () => {
      while (next < queries.length) {
        const start = next;
        next += TOGETHER;
        const some = await inTurns(queries.slice(start, next), withKey);
        const found = await this.ofSome(job, some);
        some.forEach((query, place) => (results[start + place] = resultIn(found, query)));
      }
    };
    try {
      await Promise.all(Array.from({ length: isCalm() ? AT_ONCE : 1 }, lane));
    } finally {
      // One that fails ends the other.
      next = queries.length;
    }
    return results;
  }

  /** The results of queries whose records fit in memory. */
  private async ofSome(
    job: SimulationJob,
    queries: readonly KeyedQuery[],
  ): Promise<ReadonlyMap<KeyedQuery, SimulatedResult>> {
    const found = new Map<KeyedQuery, SimulatedResult>();
    await inTurns(queries, (query) => {
      const result = this.kept.find(query);
      if (result !== undefined) found.set(query, result);
    });
    const reused = [...found].filter(() => this.reused.isNextSampled());
    const open = queries.filter((query) => !found.has(query));
    const decided = await this.decide(job, [...oneOfEach(open)]);
    const sampled = [...decided].filter(() => this.decided.isNextSampled());
    await this.check(job, new Map([...reused, ...sampled]));
    for (const [query, result] of decided) found.set(query, result);
    const equal = open.filter((query) => !decided.has(query));
    if (equal.length === 0) return found;
    return new Map([...found, ...(await this.ofSome(job, equal))]);
  }

  private async decide(
    job: SimulationJob,
    queries: readonly KeyedQuery[],
  ): Promise<ReadonlyMap<KeyedQuery, SimulatedResult>> {
    if (queries.length === 0) return new Map();
    const simulated = await this.replayer.simulateUsed(await this.queries.decided(queries), job);
    return new Map(
      queries.flatMap((query, place) => {
        const alone = simulated[place];
        if (!alone) return [];
        const result = resultOf(alone);
        this.kept.keep(query, 'code' in alone ? ALWAYS : alone.period, result);
        return [[query, result] as const];
      }),
    );
  }

  /**
   * Decides queries again, each alone, with records as furnishing has them. One whose record
   * furnishing lost cannot be checked.
   * @throws InconsistentResultError when a query has another result
   */
  private async check(
    job: SimulationJob,
    results: ReadonlyMap<KeyedQuery, SimulatedResult>,
  ): Promise<void> {
    if (results.size === 0) return;
    const queries = await this.queries.decided([...results.keys()]);
    const again = await this.replayer.simulateUsed(queries, job, true);
    for (const [place, [{ event }, result]] of [...results].entries()) {
      const alone = again[place] && resultOf(again[place]);
      if (alone === 'record_missing' || isDeepStrictEqual(alone, result)) continue;
      throw new InconsistentResultError(
        `query ${event.query_event_id} has another result alone than in its simulation`,
      );
    }
  }
}

/** Selects the results to check. */
class ResultSampling {
  private results = 0;

  isNextSampled(): boolean {
    this.results += 1;
    return this.results % SAMPLING_INTERVAL === 1;
  }
}

const ALWAYS = { after: -Infinity, before: Infinity };

/** Queries that share their inputs can differ in their time. */
function oneOfEach(queries: readonly KeyedQuery[]): Iterable<KeyedQuery> {
  return new Map(queries.map((query) => [query.key, query])).values();
}

function resultIn(found: ReadonlyMap<KeyedQuery, SimulatedResult>, query: KeyedQuery) {
  const result = found.get(query);
  if (result === undefined) throw new Error('a query has no result');
  return result;
}

function resultOf(alone: Simulated | NotUsed | Unrepeatable): SimulatedResult {
  if ('code' in alone) return alone.code;
  const { past, simulation } = alone;
  const { outcome, reason } = simulation;
  const change = simulatedChange(past, simulation);
  return { recorded: past.event.outcome, outcome, reason, ...change };
}
