import type { StatefulServiceName } from '@ndx/contracts';
import {
  LostCommitsError,
  type DirectDelivery,
  type EventEnvelope,
  type StandingCopy,
  type Transactions,
} from '@ndx/messaging';
import type { CopyReconciliation, Reconciled } from './reconciliation.js';

/**
 * Enough for several concurrent writers of one aggregate, each of which delivers its own change.
 */
const MAX_ATTEMPTS = 8;

/** The client for direct deliveries. */
export interface DeliveryClient {
  /**
   * @returns the copies that another event has brought to an event's revision or past it. A copy
   *   with a `refused_event_id` rejected that event, and then none was applied; otherwise the
   *   effect was applied, as for an end
   */
  deliver(
    service: StatefulServiceName,
    events: readonly EventEnvelope[],
  ): Promise<readonly StandingCopy[]>;
}

/** Delivers to the subscribers of a service, and moves the service past copies that are ahead. */
export class DeliveryPastCopies implements DirectDelivery {
  constructor(
    private readonly client: DeliveryClient,
    private readonly reconciliation: CopyReconciliation,
  ) {}

  deliver(
    service: StatefulServiceName,
    envelopes: readonly EventEnvelope[],
    transactions: Transactions,
  ): Promise<void> {
    return deliverPastCopies(
      envelopes,
      (events) => this.client.deliver(service, events),
      async (copy) => {
        const { result, events } = await this.reconciliation.settle(transactions, copy);
        const [, published = []] = events.find(([target]) => target === service) ?? [];
        return { outcome: result, events: published };
      },
    );
  }
}

interface Settled {
  readonly outcome: Reconciled;
  /** The events that were published to move past the copy. */
  readonly events: readonly EventEnvelope[];
}

/**
 * Delivers events until every copy has applied them, or a later event of their owner. When a copy
 * rejects an event because its own newest event does not precede it, the owner publishes an event
 * that follows both, and this one is delivered instead.
 * @throws RecoveredChangesError when a copy had changes that the owner did not have: the response
 *   of the request does not include them
 * @throws LostChangeError when the owner's database has lost a rejected event
 * @throws Error when a copy keeps rejecting the events; any error of a delivery
 */
export async function deliverPastCopies(
  envelopes: readonly EventEnvelope[],
  deliver: (events: readonly EventEnvelope[]) => Promise<readonly StandingCopy[]>,
  settle: (copy: StandingCopy) => Promise<Settled>,
): Promise<void> {
  let pending = envelopes;
  let recovered = false;
  for (let attempts = 1; pending.length > 0; attempts += 1) {
    const copies = await deliver(pending);
    if (copies.length === 0) break;
    if (attempts === MAX_ATTEMPTS) throw rejectedError(copies);
    const passed = new Set<string | null>();
    for (const copy of lastOfEach(copies)) {
      const { outcome, events } = await settle(copy);
      if (outcome === 'unknown' || outcome === 'behind') throw rejectedError([copy]);
      if (outcome === 'lost' && isRecorded(copy, pending)) throw new LostChangeError();
      recovered ||= outcome === 'recovered';
      pending = [...pending, ...events];
      for (const id of rejectedEventIds(copies, copy)) passed.add(id);
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

/** The change and its events were lost with the database; a copy rejected them. */
export class LostChangeError extends LostCommitsError {
  constructor() {
    super(
      'the change was lost in a failover or a restore of the database: read the record again, and repeat the change',
    );
  }
}

/** Whether the owner recorded the rejected event: an earlier release, whose stored answer is repeated, did not. */
function isRecorded(
  { refused_event_id }: StandingCopy,
  pending: readonly EventEnvelope[],
): boolean {
  return pending.some(({ id, predecessors }) => id === refused_event_id && predecessors);
}

/** One delivery may have several events of a key, all rejected by the same copy. */
function lastOfEach(copies: readonly StandingCopy[]): readonly StandingCopy[] {
  return [...new Map(copies.map((copy) => [`${copy.aggregate} ${copy.key}`, copy])).values()];
}

function rejectedEventIds(copies: readonly StandingCopy[], { aggregate, key }: StandingCopy) {
  return copies
    .filter((copy) => copy.aggregate === aggregate && copy.key === key)
    .map((copy) => copy.refused_event_id);
}

function rejectedError(copies: readonly StandingCopy[]): Error {
  const names = copies.map(({ aggregate, key }) => `${aggregate} ${key}`);
  return new Error(`copies rejected every revision: ${names.join(', ')}`);
}
