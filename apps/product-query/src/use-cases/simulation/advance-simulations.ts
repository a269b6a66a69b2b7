import { QueriesSimulated, type NotSimulated } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { maySimulate } from '../../domain/replay/simulate.js';
import { answersToList } from '../../domain/simulation/listed-answers.js';
import {
  isChanged,
  withCounts,
  type SimulatedAnswer,
} from '../../domain/simulation/simulation-counts.js';
import {
  PastQueries,
  type PageOfQueries,
  type Place,
  type StoredQuery,
} from '../../storage/past-queries.js';
import {
  RunningSimulations,
  type Advanced,
  type ClaimedSimulation,
} from '../../storage/running-simulations.js';
import { isUsedBy } from '../replay/draft-policy.js';
import { besideRequests, inTurns, isAlone } from '../replay/in-turns.js';
import type { SimulatedResult } from './kept-results.js';
import { InconsistentResultError, SimulatedResults } from './simulated-results.js';
import { simulationEvent } from './simulation-event.js';
import { eventOf } from '../../storage/stored-event.js';

/** How long a part of a simulation takes; it is lost with its process. */
const PART_MS = 1_000;

interface SimulatedPage {
  readonly answers: readonly SimulatedAnswer[];
  readonly notSimulated: readonly NotSimulated[];
}

/** Continues simulations part by part. Replicas can call it concurrently. */
@Injectable()
export class AdvanceSimulations {
  constructor(
    private readonly running: RunningSimulations,
    private readonly queries: PastQueries,
    private readonly results: SimulatedResults,
    private readonly transactions: Transactions,
  ) {}

  /**
   * A part of the simulation that waits longest.
   * @returns whether there was one
   * @throws OPERATION_FAILED when furnishing or an archive cannot be read; it is retried;
   *   InconsistentResultError, after which the simulation has failed
   */
  async advance(): Promise<boolean> {
    const claimed = await this.running.take();
    if (!claimed) return false;
    if (!claimed.governs.includes(claimed.networkId)) {
      await this.running.fail(claimed, 'role_missing');
      return true;
    }
    const renewed = this.running.renewing(claimed);
    try {
      const after = await this.simulatePart(claimed);
      await this.store({ ...claimed, claim: await renewed.end() }, after);
    } catch (error) {
      const last = { ...claimed, claim: await renewed.end() };
      if (error instanceof InconsistentResultError)
        await this.running.fail(last, 'operation_failed');
      else await this.running.postpone(last);
      throw error;
    }
    return true;
  }

  /** Simulates pages for a while. Their results are stored together. Beside requests it reads no page ahead. */
  private async simulatePart(claimed: ClaimedSimulation): Promise<Advanced> {
    const { networkId, periodEnd } = claimed;
    const pageAfter = (place: Place) => this.queries.page(networkId, place, periodEnd);
    const startedAt = performance.now();
    let after: Advanced = { ...claimed, answers: [], isComplete: false };
    let page: PageOfQueries | undefined = await pageAfter(after);
    while (page) {
      const { queries, next }: PageOfQueries = page;
      page = await besideRequests(async (): Promise<PageOfQueries | undefined> => {
        const following = performance.now() - startedAt < PART_MS ? next : undefined;
        const isAhead = isAlone();
        const [simulated, ahead] = await Promise.all([
          this.simulate(claimed, queries),
          following && isAhead ? pageAfter(following) : undefined,
        ]);
        after = advanced(after, simulated, next);
        return following && !isAhead ? pageAfter(following) : ahead;
      });
    }
    return after;
  }

  /** An audit entry of a network is committed before anybody can read a result of its queries. */
  private async store(claimed: ClaimedSimulation, after: Advanced): Promise<void> {
    const added = after.networkIds.filter((id) => !claimed.networkIds.includes(id));
    await this.transactions.run(async (tx) => {
      if (!(await this.running.advance(tx.manager, claimed, after))) return;
      if (added.length > 0) tx.publish(QueriesSimulated, simulationEvent(claimed, added));
    });
  }

  private async simulate(
    claimed: ClaimedSimulation,
    texts: PageOfQueries['queries'],
  ): Promise<SimulatedPage> {
    const queries = await inTurns(texts, (row) => ({
      event: eventOf(row),
      decision: row.decision,
      namesPolicy: row.names_policy,
    }));
    const excluded = queries.flatMap((query) => exclusionOf(claimed, query) ?? []);
    const open = queries.filter((query) => exclusionOf(claimed, query) === undefined);
    const results = await this.results.of(claimed, open);
    return {
      answers: results.flatMap((result, place) => {
        const query = open[place];
        return query && typeof result === 'object' ? [answerOf(query, result)] : [];
      }),
      notSimulated: [
        ...excluded,
        ...results.flatMap((result) => (typeof result === 'object' ? [] : [result])),
      ],
    };
  }
}

/** Why a query is not simulated, without a look at its records. */
function exclusionOf(claimed: ClaimedSimulation, { event }: StoredQuery): NotSimulated | undefined {
  if (!isUsedBy(event.product_id, claimed)) return 'other_product';
  return maySimulate(claimed.governs, event) ? undefined : 'not_governed';
}

function answerOf(
  { event }: StoredQuery,
  result: Exclude<SimulatedResult, NotSimulated>,
): SimulatedAnswer {
  const { query_event_id, querying_entity_id, network_ids, occurred_at } = event;
  return { event: { query_event_id, querying_entity_id, network_ids, occurred_at }, ...result };
}

function advanced(
  { counts, answers: before, listed, networkIds, placeAt, placeId }: Advanced,
  { answers, notSimulated }: SimulatedPage,
  next: Place | undefined,
): Advanced {
  const added = answersToList({ counts, listed }, answers.filter(isChanged));
  return {
    ...(next ?? { placeAt, placeId }),
    counts: withCounts(counts, answers, notSimulated),
    answers: [...before, ...added],
    listed: listed + added.length,
    networkIds: [...new Set([networkIds, ...answers.map(({ event }) => event.network_ids)].flat())],
    isComplete: next === undefined,
  };
}
