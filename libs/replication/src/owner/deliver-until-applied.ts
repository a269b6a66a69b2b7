import type { StatefulServiceName } from '@ndx/contracts';
import {
  LostCommitsError,
  type DirectDelivery,
  type EventEnvelope,
  type ReadModelRow,
  type Transactions,
} from '@ndx/messaging';
import type { Reconciliation, Reconciled } from './reconciliation.js';

/**
 * Enough for several concurrent writers of one aggregate, each of which delivers its own change.
 */
const MAX_ATTEMPTS = 8;

/** The client for direct deliveries. */
export interface DeliveryClient {
  /**
   * @returns the rows that another event has brought to an event's revision or past it. A row
   *   with a `refused_event_id` rejected that event, and then none was applied; otherwise the
   *   effect was applied, as for an end
   */
  deliver(
    service: StatefulServiceName,
    events: readonly EventEnvelope[],
  ): Promise<readonly ReadModelRow[]>;
}

/** Delivers to the subscribers of a service, and recovers changes that the service lost. */
export class DeliveryUntilApplied implements DirectDelivery {
  constructor(
    private readonly client: DeliveryClient,
    private readonly reconciliation: Reconciliation,
  ) {}

  deliver(
    service: StatefulServiceName,
    envelopes: readonly EventEnvelope[],
    transactions: Transactions,
  ): Promise<void> {
    return deliverUntilApplied(
      envelopes,
      (events) => this.client.deliver(service, events),
      async (row) => {
        const { result, events } = await this.reconciliation.settle(transactions, row);
        const [, published = []] = events.find(([target]) => target === service) ?? [];
        return { outcome: result, events: published };
      },
    );
  }
}

interface Settled {
  readonly outcome: Reconciled;
  /** The events that were published for the row. */
  readonly events: readonly EventEnvelope[];
}

/**
 * Delivers events until every row has applied them, or a later event of their owner. When a row
 * rejects an event because its own newest event does not precede it, the owner publishes an event
 * that follows both, and this one is delivered instead.
 * @throws RecoveredChangesError when a row had changes that the owner did not have, or when another
 *   request merged such changes after a rejected event was committed: the response of the request
 *   does not include them
 * @throws LostChangeError when the owner's database has lost a rejected event
 * @throws Error when a row keeps rejecting the events; any error of a delivery
 */
export async function deliverUntilApplied(
  envelopes: readonly EventEnvelope[],
  deliver: (events: readonly EventEnvelope[]) => Promise<readonly ReadModelRow[]>,
  settle: (row: ReadModelRow) => Promise<Settled>,
): Promise<void> {
  let pending = envelopes;
  let recovered = false;
  for (let attempts = 1; pending.length > 0; attempts += 1) {
    const rows = await deliver(pending);
    if (rows.length === 0) break;
    if (attempts === MAX_ATTEMPTS) throw rejectedError(rows);
    const passed = new Set<string | null>();
    for (const row of lastOfEach(rows)) {
      const { outcome, events } = await settle(row);
      if (outcome === 'unknown' || outcome === 'behind') throw rejectedError([row]);
      if (outcome === 'lost' && isRecorded(row, pending)) throw new LostChangeError();
      recovered ||= outcome === 'recovered';
      pending = [...pending, ...events];
      for (const id of rejectedEventIds(rows, row)) passed.add(id);
    }
    pending = pending.filter(({ id }) => !passed.has(id));
  }
  if (recovered) throw new RecoveredChangesError();
}

/** The response was made from the owner's state, so it is wrong for the recovered one. */
export class RecoveredChangesError extends LostCommitsError {
  constructor() {
    super(
      'the change is recorded; earlier changes that the database had lost were recovered with it: read the record again',
    );
  }
}

/** The change and its events were lost with the database; a row rejected them. */
export class LostChangeError extends LostCommitsError {
  constructor() {
    super(
      'the change was lost in a failover or a restore of the database: read the record again, and repeat the change',
    );
  }
}

/**
 * Whether the owner recorded the rejected event: an earlier release, whose stored answer is
 * repeated, did not.
 */
function isRecorded(
  { refused_event_id }: ReadModelRow,
  pending: readonly EventEnvelope[],
): boolean {
  return pending.some(({ id, predecessors }) => id === refused_event_id && predecessors);
}

/** One delivery may have several events of a key, all rejected by the same row. */
function lastOfEach(rows: readonly ReadModelRow[]): readonly ReadModelRow[] {
  return [...new Map(rows.map((row) => [`${row.aggregate} ${row.key}`, row])).values()];
}

function rejectedEventIds(rows: readonly ReadModelRow[], { aggregate, key }: ReadModelRow) {
  return rows
    .filter((row) => row.aggregate === aggregate && row.key === key)
    .map((row) => row.refused_event_id);
}

function rejectedError(rows: readonly ReadModelRow[]): Error {
  const names = rows.map(({ aggregate, key }) => `${aggregate} ${key}`);
  return new Error(`read models rejected every revision: ${names.join(', ')}`);
}
