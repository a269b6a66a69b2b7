import {
  EVENTS,
  type Aggregate,
  type EventDeclaration,
  type StatefulServiceName,
} from '@ndx/contracts';
import type { DataSource } from 'typeorm';
import type { MessagingLogger, ReadModelRow, Transactions } from '@ndx/messaging';
import type { ReplicationMetrics } from '../metrics.js';
import type { ComparedRows, RowVersion } from '../subscriber/read-models.js';
import type { Compared, Difference, Repair } from './differences.js';
import type { Reconciliation, Reconciled } from './reconciliation.js';
import { headPages, headsWithin, type HeadPage } from './head-pages.js';
import type { Recovery } from './owned-aggregate.js';

/** The client for the read models that a subscriber keeps. */
export interface SubscriberReadModels {
  compare(service: StatefulServiceName, page: HeadPage): Promise<ComparedRows | undefined>;
  read(
    service: StatefulServiceName,
    aggregate: Aggregate,
    key: string,
  ): Promise<ReadModelRow | undefined>;
  remove(service: StatefulServiceName, aggregate: Aggregate, place: RowVersion): Promise<boolean>;
}

export interface ComparisonOptions {
  readonly source: StatefulServiceName;
  readonly dataSource: DataSource;
  readonly transactions: Transactions;
  readonly reconciliation: Reconciliation;
  /** Required if other services keep read models of the source's aggregates. */
  readonly readModels?: SubscriberReadModels;
  readonly metrics: ReplicationMetrics;
  readonly logger: MessagingLogger;
  /** The known events; every declared event, except in tests. */
  readonly events?: readonly EventDeclaration[];
}

export interface ComparedRound extends Compared {
  readonly differences: Readonly<Partial<Record<Difference, number>>>;
}

/** The read models that subscribers keep of a service's events. */
export function comparedReadModels(
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
 * Compares an owner's aggregates with every read model of them, range by range by digest, and
 * repairs rows that a lost database left ahead of their owner, without one, or behind it
 * (replication 5).
 */
export class ReadModelComparison {
  /** The event that a row lacked when it was last compared, by row. */
  private missed = new Map<string, string>();

  constructor(private readonly options: ComparisonOptions) {}

  /**
   * Compares everything once. A row that lacks an event of the bus may be about to get it: it is
   * repaired when it still lacks the same event in the next round. A row that is delivered to
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
    for (const compared of comparedReadModels(source, events)) {
      const differences: Partial<Record<Difference, number>> = {};
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
   * Compares all read models to which changes are delivered directly, and repairs each difference
   * at once: the database of the subscriber may have lost what was delivered to it (replication 6).
   * @returns the number of repaired rows; every row has the state of its owner or a later one
   * @throws DomainError `OPERATION_FAILED` when the subscriber cannot be reached
   */
  async confirm(subscriber: StatefulServiceName): Promise<number> {
    const { source, events } = this.options;
    let repaired = 0;
    for (const compared of comparedReadModels(source, events)) {
      if (compared.subscriber !== subscriber || !compared.isDirect) continue;
      for await (const page of headPages(this.options.dataSource, compared.aggregate)) {
        repaired += (await this.comparePage(compared, page, undefined)).length;
      }
    }
    return repaired;
  }

  private get readModels(): SubscriberReadModels {
    const { readModels, source } = this.options;
    if (!readModels)
      throw new Error(`${source} has no client for the read models of its aggregates`);
    return readModels;
  }

  private async comparePage(
    compared: Compared,
    page: HeadPage,
    missed: Map<string, string> | undefined,
  ): Promise<readonly Difference[]> {
    const { dataSource } = this.options;
    const answer = await this.readModels.compare(compared.subscriber, page);
    if (!answer) return [];
    const heads = new Map(
      (await headsWithin(dataSource, page.range)).map((head) => [head.key, head]),
    );
    const places = new Map(answer.rows.map((place) => [place.key, place]));
    // A row of a lost history may have a lower revision; only the events of the owner show it.
    const ahead = answer.rows.filter((place) => {
      const head = heads.get(place.key);
      if (!head) return true;
      const isEarlier = place.revision < head.revision && !compared.isDirect;
      return place.event_id !== head.event_id && !isEarlier;
    });
    const behind = [...heads.values()].filter(({ key, revision, event_id }) => {
      const place = places.get(key);
      return !place || (place.event_id !== event_id && place.revision < revision);
    });
    const found: Difference[] = [];
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
      found.push(await this.settleBehind(compared, head, { row: places.get(head.key), missed }));
    }
    return found;
  }

  /** @returns undefined for a row that is not ahead */
  private async settleAhead(
    compared: Compared,
    place: RowVersion,
  ): Promise<Difference | undefined> {
    const { transactions, reconciliation } = this.options;
    const { aggregate, subscriber } = compared;
    const row = await this.readModels.read(subscriber, aggregate, place.key);
    if (!row) return undefined;
    const outcome = await reconciliation.reconcile(transactions, row);
    if (isRepaired(outcome)) return this.repaired(compared, place, outcome);
    if (outcome !== 'unknown') return undefined;
    const isRemoved = await this.readModels.remove(subscriber, aggregate, place);
    return isRemoved ? this.repaired(compared, place, 'removed') : 'kept';
  }

  private async settleBehind(
    compared: Compared,
    head: RowVersion,
    {
      row,
      missed,
    }: {
      readonly row: RowVersion | undefined;
      /** Undefined: the row lost events that it had. */
      readonly missed: Map<string, string> | undefined;
    },
  ): Promise<Difference> {
    const { transactions, reconciliation } = this.options;
    const name = `${compared.aggregate} ${compared.subscriber} ${head.key}`;
    missed?.set(name, head.event_id);
    if (!compared.isDirect && this.missed.get(name) !== head.event_id) return 'behind';
    const isRedelivered = await reconciliation.redeliver(
      transactions,
      { aggregate: compared.aggregate, key: head.key, event_id: head.event_id, row },
      missed === undefined,
    );
    return isRedelivered ? this.repaired(compared, head, 'redelivered') : 'waiting';
  }

  private repaired(compared: Compared, { key }: RowVersion, repair: Repair): Repair {
    const { logger, metrics } = this.options;
    const { aggregate, subscriber } = compared;
    metrics.repaired(compared, repair);
    logger.warn(
      { aggregate, subscriber, key, repair },
      'a row of a read model differed from its owner; it was repaired',
    );
    return repair;
  }
}

function isRepaired(outcome: Reconciled): outcome is Exclude<Recovery, 'unknown'> {
  return outcome === 'republished' || outcome === 'recovered';
}
