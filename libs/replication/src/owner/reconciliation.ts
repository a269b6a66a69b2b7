import type { Committed, ReadModelRow, Transaction, Transactions } from '@ndx/messaging';
import {
  compareWithOwner,
  precedesMerge,
  readKnownEvents,
  type Comparison,
} from './aggregate-heads.js';
import { eventSequence } from './event-sequence.js';
import type { Recovery, OwnedAggregate } from './owned-aggregate.js';
import type { RowVersion } from '../subscriber/read-models.js';

/** The comparison of a row, or the recovery of one that is ahead. */
export type Reconciled = Exclude<Comparison, 'ahead'> | Recovery;

/** The last event of an aggregate, which its row does not have. */
export interface Missed extends Pick<ReadModelRow, 'aggregate' | 'key'> {
  readonly event_id: string;
  /** The newest event of the row; undefined where there is none. */
  readonly row: RowVersion | undefined;
}

/** Recovers the aggregates of an owner from rows that are ahead of it (replication 4). */
export class Reconciliation {
  constructor(private readonly owned: readonly OwnedAggregate[]) {}

  /**
   * Does nothing when the row has the rejected event or a later one, when the owner has lost the
   * rejected event, or when a comparison found the row behind. A row that rejected an event
   * because it lacks earlier ones gets the owner's state. `recovered` is also the result for a
   * rejected event that was committed before a merge of lost changes.
   * @returns also the events that were published for the row
   */
  settle(transactions: Transactions, row: ReadModelRow): Promise<Committed<Reconciled>> {
    return transactions.commit(
      (transaction) => this.settleIn(transaction, row),
      eventSequence(row),
    );
  }

  /**
   * Publishes the aggregate of a row that is ahead under a revision above the row's.
   * @throws DomainError `OPERATION_FAILED` as `Transactions.deliver`
   */
  async reconcile(transactions: Transactions, row: ReadModelRow): Promise<Reconciled> {
    const { result, events } = await this.settle(transactions, row);
    await transactions.deliver(events);
    return result;
  }

  /**
   * Publishes an aggregate again, as it is, for a row that missed its last event.
   * @param isLost whether the row lost events that were delivered directly before
   * @returns false where that is not its last event any more, or is about to be published, unless
   *   `isLost`
   * @throws DomainError `OPERATION_FAILED` as `Transactions.deliver`
   */
  async redeliver(
    transactions: Transactions,
    { aggregate, key, event_id, row }: Missed,
    isLost = false,
  ): Promise<boolean> {
    const place = { event_id: null, revision: 0, ...row, aggregate, key, refused_event_id: null };
    const { result, events } = await transactions.commit(async (transaction) => {
      const isDue = isLost || (await isLastPublished(transaction, place, event_id));
      return isDue && (await this.republish(transaction, place)) !== 'unknown';
    }, eventSequence(place));
    await transactions.deliver(events);
    return result;
  }

  private async settleIn(transaction: Transaction, row: ReadModelRow): Promise<Reconciled> {
    const known = await readKnownEvents(transaction.manager, row);
    const settled = await this.settleAs(transaction, row, compareWithOwner(row, known));
    return settled !== 'unknown' && precedesMerge(known) ? 'recovered' : settled;
  }

  private async settleAs(
    transaction: Transaction,
    row: ReadModelRow,
    comparison: Comparison,
  ): Promise<Reconciled> {
    if (comparison === 'behind' && row.refused_event_id !== null) {
      return this.republish(transaction, row);
    }
    if (comparison !== 'ahead') return comparison;
    return this.ownerOf(row).recover(transaction, row);
  }

  /** For a row of an earlier state: there is nothing that the owner could take from it. */
  private async republish(
    transaction: Transaction,
    row: Omit<ReadModelRow, 'state'>,
  ): Promise<'republished' | 'unknown'> {
    const recovery = await this.ownerOf(row).recover(transaction, { ...row, state: {} });
    return recovery === 'unknown' ? 'unknown' : 'republished';
  }

  private ownerOf({ aggregate, key }: Pick<ReadModelRow, 'aggregate' | 'key'>): OwnedAggregate {
    const owned = this.owned.find((each) => each.aggregate === aggregate);
    if (!owned) throw new Error(`the service does not own ${aggregate} ${key}`);
    return owned;
  }
}

/** Whether the event is still the last one of its aggregate, and no event of it waits. */
async function isLastPublished(
  { manager }: Transaction,
  place: Omit<ReadModelRow, 'state'>,
  eventId: string,
): Promise<boolean> {
  const known = await readKnownEvents(manager, place);
  if (known?.event_id !== eventId) return false;
  const pending = await manager.query<unknown[]>('select from outbox where key = $1 limit 1', [
    place.key,
  ]);
  return pending.length === 0;
}
