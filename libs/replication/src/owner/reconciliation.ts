import type { Committed, StandingCopy, Transaction, Transactions } from '@ndx/messaging';
import { readKnownEvents, standingOf, type Standing } from './aggregate-heads.js';
import { eventSequence } from './event-sequence.js';
import type { Moved, OwnedAggregate } from './owned-aggregate.js';
import type { CopyPlace } from '../subscriber/read-models.js';

/** The comparison of a copy, or the recovery of one that is ahead. */
export type Reconciled = Exclude<Standing, 'ahead'> | Moved;

/** The last event of an aggregate, which its copy does not have. */
export interface Missed extends Pick<StandingCopy, 'aggregate' | 'key'> {
  readonly event_id: string;
  /** The newest event of the copy; undefined where there is none. */
  readonly copy: CopyPlace | undefined;
}

/** Moves an owner past copies that are ahead of it (decision 0062). */
export class CopyReconciliation {
  constructor(private readonly owned: readonly OwnedAggregate[]) {}

  /**
   * Does nothing when the copy has the rejected event or a later one, when the owner has lost the
   * rejected event, or when a comparison found the copy behind. A copy that rejected an event
   * because it lacks earlier ones gets the owner's state.
   * @returns also the events that were published to move past the copy
   */
  settle(transactions: Transactions, copy: StandingCopy): Promise<Committed<Reconciled>> {
    return transactions.commit(
      (transaction) => this.settleIn(transaction, copy),
      eventSequence(copy),
    );
  }

  /**
   * Publishes the aggregate of a copy that is ahead under a revision above the copy's.
   * @throws DomainError `OPERATION_FAILED` as `Transactions.deliver`
   */
  async reconcile(transactions: Transactions, copy: StandingCopy): Promise<Reconciled> {
    const { result, events } = await this.settle(transactions, copy);
    await transactions.deliver(events);
    return result;
  }

  /**
   * Publishes an aggregate again, as it is, for a copy that missed its last event.
   * @param isLost whether the copy lost events that were delivered directly before
   * @returns false where that is not its last event any more, or is about to be published, unless
   *   `isLost`
   * @throws DomainError `OPERATION_FAILED` as `Transactions.deliver`
   */
  async redeliver(
    transactions: Transactions,
    { aggregate, key, event_id, copy }: Missed,
    isLost = false,
  ): Promise<boolean> {
    const place = { event_id: null, revision: 0, ...copy, aggregate, key, refused_event_id: null };
    const { result, events } = await transactions.commit(async (transaction) => {
      const isDue = isLost || (await isLastPublished(transaction, place, event_id));
      return isDue && (await this.republish(transaction, place)) !== 'unknown';
    }, eventSequence(place));
    await transactions.deliver(events);
    return result;
  }

  private async settleIn(transaction: Transaction, copy: StandingCopy): Promise<Reconciled> {
    const standing = standingOf(copy, await readKnownEvents(transaction.manager, copy));
    if (standing === 'behind' && copy.refused_event_id !== null) {
      return this.republish(transaction, copy);
    }
    if (standing !== 'ahead') return standing;
    return this.ownerOf(copy).moveAhead(transaction, copy);
  }

  /** For a copy of an earlier state: there is nothing that the owner could take from it. */
  private async republish(
    transaction: Transaction,
    copy: Omit<StandingCopy, 'state'>,
  ): Promise<'republished' | 'unknown'> {
    const moved = await this.ownerOf(copy).moveAhead(transaction, { ...copy, state: {} });
    return moved === 'unknown' ? 'unknown' : 'republished';
  }

  private ownerOf({ aggregate, key }: Pick<StandingCopy, 'aggregate' | 'key'>): OwnedAggregate {
    const owned = this.owned.find((each) => each.aggregate === aggregate);
    if (!owned) throw new Error(`the service does not own ${aggregate} ${key}`);
    return owned;
  }
}

/** Whether the event is still the last one of its aggregate, and no event of it waits. */
async function isLastPublished(
  { manager }: Transaction,
  place: Omit<StandingCopy, 'state'>,
  eventId: string,
): Promise<boolean> {
  const known = await readKnownEvents(manager, place);
  if (known?.event_id !== eventId) return false;
  const pending = await manager.query<unknown[]>('select from outbox where key = $1 limit 1', [
    place.key,
  ]);
  return pending.length === 0;
}
