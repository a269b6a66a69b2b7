import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { isOutlined, NO_RECORDS } from '../../domain/simulation/section-outline.js';
import { simulatedChange } from '../../domain/simulation/simulated-change.js';
import type { SimulationJob } from '../../domain/simulation/simulation-job.js';
import { PastQueries, type StoredQuery } from '../../storage/past-queries.js';
import { inTurns, isCalm } from '../replay/in-turns.js';
import { Simulator, type NotUsed, type Simulated, type Unsimulated } from '../replay/simulator.js';
import { KeptResults, type DecidedResult, type SimulatedResult } from './kept-results.js';
import { outline, withKey, type KeyedQuery } from './keyed-query.js';

/** Queries whose records are read together: a third of a page. */
const TOGETHER = 170;

/** Some wait for their records while others are decided; beside requests, one would work while another rests. */
const AT_ONCE = 3;

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
    private readonly simulator: Simulator,
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
    const findKept = (some: readonly KeyedQuery[]) =>
      inTurns(some, (query) => {
        const result = this.kept.find(query);
        if (result !== undefined) found.set(query, result);
      });
    await findKept(queries);
    const outlined = await this.readOutlines(queries.filter((query) => !found.has(query)));
    await findKept(outlined);
    const reused = [...found].filter(() => this.reused.isNextSampled());
    const open = queries.filter((query) => !found.has(query));
    const decided = await this.decide(job, this.oneOfEach(open));
    const sampled = [...decided].filter(() => this.decided.isNextSampled());
    await this.check(job, new Map([...reused, ...sampled]));
    for (const [query, result] of decided) found.set(query, result);
    const equal = open.filter((query) => !decided.has(query));
    if (equal.length === 0) return found;
    return new Map([...found, ...(await this.ofSome(job, equal))]);
  }

  /** Reads the outlines by which results are found. @returns the queries that have some */
  private async readOutlines(queries: readonly KeyedQuery[]): Promise<readonly KeyedQuery[]> {
    const reading = queries.flatMap((query) => {
      const read = this.kept.neededBy(query);
      return read && isOutlined(read) && query.outlined?.read !== read ? [{ query, read }] : [];
    });
    if (reading.length === 0) return [];
    const outlines = await this.simulator.outlinesOf(
      reading.map(({ query: { event, decided }, read }) => ({ event, decision: decided, read })),
    );
    for (const [place, { query, read }] of reading.entries()) {
      const found = outlines[place];
      if (found) outline(query, read, found);
    }
    return reading.map(({ query }) => query);
  }

  private async decide(
    job: SimulationJob,
    queries: readonly KeyedQuery[],
  ): Promise<ReadonlyMap<KeyedQuery, SimulatedResult>> {
    if (queries.length === 0) return new Map();
    const decided = await this.queries.decided(queries);
    const toSimulate = decided.map((query, place) => {
      const keyed = queries[place];
      return { ...query, needed: keyed && this.kept.neededBy(keyed) };
    });
    const simulated = await this.simulator.simulateUsed(toSimulate, job);
    return new Map(
      queries.flatMap((query, place) => {
        const alone = simulated[place];
        if (!alone) return [];
        const decided = decidedResult(alone);
        this.kept.keep(query, decided);
        return [[query, decided.result] as const];
      }),
    );
  }

  /** Queries that share their inputs can differ in their time. */
  private oneOfEach(queries: readonly KeyedQuery[]): KeyedQuery[] {
    return [...new Map(queries.map((query) => [this.kept.keyOf(query), query])).values()];
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
    const again = await this.simulator.simulateUsed(queries, job, true);
    for (const [place, [{ event }, result]] of [...results].entries()) {
      const alone = again[place] && decidedResult(again[place]).result;
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

function resultIn(found: ReadonlyMap<KeyedQuery, SimulatedResult>, query: KeyedQuery) {
  const result = found.get(query);
  if (result === undefined) throw new Error('a query has no result');
  return result;
}

function decidedResult(alone: Simulated | NotUsed | Unsimulated): DecidedResult {
  const read = 'read' in alone ? alone.read : NO_RECORDS;
  if ('code' in alone) return { result: alone.code, period: ALWAYS, read };
  const { past, simulation, period } = alone;
  const { outcome, reason } = simulation;
  const change = simulatedChange(past, simulation);
  return { result: { recorded: past.event.outcome, outcome, reason, ...change }, period, read };
}
