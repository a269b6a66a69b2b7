import {
  EVENTS,
  type Aggregate,
  type EventDeclaration,
  type StatefulServiceName,
} from '@ndx/contracts';
import type { DataSource } from 'typeorm';
import type { MessagingLogger, StandingCopy, Transactions } from '@ndx/messaging';
import type { ReplicationMetrics } from '../metrics.js';
import type { ComparedCopies, CopyPlace } from '../subscriber/read-models.js';
import type { Compared, CopyDifference, CopyRepair } from './differences.js';
import type { CopyReconciliation, Reconciled } from './reconciliation.js';
import { headPages, headsWithin, type HeadPage } from './head-pages.js';
import type { Moved } from './owned-aggregate.js';

/** The client for the copies that a subscriber keeps. */
export interface SubscribersCopies {
  compare(service: StatefulServiceName, page: HeadPage): Promise<ComparedCopies | undefined>;
  read(
    service: StatefulServiceName,
    aggregate: Aggregate,
    key: string,
  ): Promise<StandingCopy | undefined>;
  remove(service: StatefulServiceName, aggregate: Aggregate, place: CopyPlace): Promise<boolean>;
}

export interface CopyComparisonOptions {
  readonly source: StatefulServiceName;
  readonly dataSource: DataSource;
  readonly transactions: Transactions;
  readonly reconciliation: CopyReconciliation;
  /** Required if other services keep copies of the source's aggregates. */
  readonly copies?: SubscribersCopies;
  readonly metrics: ReplicationMetrics;
  readonly logger: MessagingLogger;
  /** The known events; every declared event, except in tests. */
  readonly events?: readonly EventDeclaration[];
}

export interface ComparedRound extends Compared {
  readonly differences: Readonly<Partial<Record<CopyDifference, number>>>;
}

/** The copies that subscribers keep because of a service's events. */
export function comparedCopies(
  source: StatefulServiceName,
  events: readonly EventDeclaration[] = EVENTS,
): readonly Compared[] {
  const all = events
    .filter((event) => event.source === source)
    .flatMap(({ aggregate, subscribers, deliveredDirectlyTo }) =>
      subscribers.flatMap((subscriber) => {
        const isDirect = deliveredDirectlyTo.includes(subscriber);
        return aggregate ? [{ aggregate, subscriber, isDirect }] : [];
      }),
    );
  return [...new Map(all.map((each) => [`${each.aggregate} ${each.subscriber}`, each])).values()];
}

/**
 * Compares an owner's aggregates with every copy of them, range by range by digest, and repairs
 * copies that a lost database left ahead of their owner, without one, or behind it (decision 0062).
 */
export class CopyComparison {
  /** The event that a copy lacked when it was last compared, by copy. */
  private missed = new Map<string, string>();

  constructor(private readonly options: CopyComparisonOptions) {}

  /**
   * Compares everything once. A copy that lacks an event of the bus may be about to get it: it is
   * repaired when it still lacks the same event in the next round. A copy that is delivered to
   * directly is repaired at once: without the event, queries may use a withdrawn permission.
   * @param pause is awaited after each range
   * @throws DomainError `OPERATION_FAILED` when a subscriber cannot be reached
   */
  async round(
    pause: () => Promise<unknown> = async () => undefined,
  ): Promise<readonly ComparedRound[]> {
    const { source, events, metrics } = this.options;
    const missed = new Map<string, string>();
    const rounds: ComparedRound[] = [];
    for (const compared of comparedCopies(source, events)) {
      const differences: Partial<Record<CopyDifference, number>> = {};
      for await (const page of headPages(this.options.dataSource, compared.aggregate)) {
        for (const found of await this.comparePage(compared, page, missed)) {
          differences[found] = (differences[found] ?? 0) + 1;
        }
        await pause();
      }
      metrics.compared(compared, differences);
      rounds.push({ ...compared, differences });
    }
    this.missed = missed;
    return rounds;
  }

  /**
   * Compares all copies to which changes are delivered directly, and repairs each difference at
   * once: the database of the subscriber may have lost what was delivered to it (decision 0081).
   * @returns the number of repaired copies; every copy has the state of its owner or a later one
   * @throws DomainError `OPERATION_FAILED` when the subscriber cannot be reached
   */
  async confirm(subscriber: StatefulServiceName): Promise<number> {
    const { source, events } = this.options;
    let repaired = 0;
    for (const compared of comparedCopies(source, events)) {
      if (compared.subscriber !== subscriber || !compared.isDirect) continue;
      for await (const page of headPages(this.options.dataSource, compared.aggregate)) {
        repaired += (await this.comparePage(compared, page, undefined)).length;
      }
    }
    return repaired;
  }

  private get copies(): SubscribersCopies {
    const { copies, source } = this.options;
    if (!copies) throw new Error(`${source} has no client for the copies of its aggregates`);
    return copies;
  }

  private async comparePage(
    compared: Compared,
    page: HeadPage,
    missed: Map<string, string> | undefined,
  ): Promise<readonly CopyDifference[]> {
    const { dataSource } = this.options;
    const answer = await this.copies.compare(compared.subscriber, page);
    if (!answer) return [];
    const heads = new Map(
      (await headsWithin(dataSource, page.range)).map((head) => [head.key, head]),
    );
    const places = new Map(answer.copies.map((place) => [place.key, place]));
    // A copy of a lost history may have a lower revision; only the events of the owner show it.
    const ahead = answer.copies.filter((place) => {
      const head = heads.get(place.key);
      if (!head) return true;
      const isEarlier = place.revision < head.revision && !compared.isDirect;
      return place.event_id !== head.event_id && !isEarlier;
    });
    const behind = [...heads.values()].filter(({ key, revision, event_id }) => {
      const place = places.get(key);
      return !place || (place.event_id !== event_id && place.revision < revision);
    });
    const found: CopyDifference[] = [];
    // Parked events do not delay a direct delivery.
    const settled = new Set(missed ? answer.parked_keys : []);
    for (const place of ahead) {
      const difference = await this.settleAhead(compared, place);
      if (!difference) continue;
      found.push(difference);
      settled.add(place.key);
    }
    for (const head of behind) {
      if (settled.has(head.key)) continue;
      found.push(await this.settleBehind(compared, head, { copy: places.get(head.key), missed }));
    }
    return found;
  }

  /** @returns undefined for a copy that is not ahead */
  private async settleAhead(
    compared: Compared,
    place: CopyPlace,
  ): Promise<CopyDifference | undefined> {
    const { transactions, reconciliation } = this.options;
    const { aggregate, subscriber } = compared;
    const copy = await this.copies.read(subscriber, aggregate, place.key);
    if (!copy) return undefined;
    const outcome = await reconciliation.reconcile(transactions, copy);
    if (isMoved(outcome)) return this.repaired(compared, place, outcome);
    if (outcome !== 'unknown') return undefined;
    const isRemoved = await this.copies.remove(subscriber, aggregate, place);
    return isRemoved ? this.repaired(compared, place, 'removed') : 'kept';
  }

  private async settleBehind(
    compared: Compared,
    head: CopyPlace,
    {
      copy,
      missed,
    }: {
      readonly copy: CopyPlace | undefined;
      /** Undefined: the copy lost events that it had. */
      readonly missed: Map<string, string> | undefined;
    },
  ): Promise<CopyDifference> {
    const { transactions, reconciliation } = this.options;
    const name = `${compared.aggregate} ${compared.subscriber} ${head.key}`;
    missed?.set(name, head.event_id);
    if (!compared.isDirect && this.missed.get(name) !== head.event_id) return 'behind';
    const isRedelivered = await reconciliation.redeliver(
      transactions,
      { aggregate: compared.aggregate, key: head.key, event_id: head.event_id, copy },
      missed === undefined,
    );
    return isRedelivered ? this.repaired(compared, head, 'redelivered') : 'waiting';
  }

  private repaired(compared: Compared, { key }: CopyPlace, repair: CopyRepair): CopyRepair {
    const { logger, metrics } = this.options;
    const { aggregate, subscriber } = compared;
    metrics.repaired(compared, repair);
    logger.warn(
      { aggregate, subscriber, key, repair },
      'a copy differed from its owner; it was repaired',
    );
    return repair;
  }
}

function isMoved(outcome: Reconciled): outcome is Exclude<Moved, 'unknown'> {
  return outcome === 'republished' || outcome === 'recovered';
}
