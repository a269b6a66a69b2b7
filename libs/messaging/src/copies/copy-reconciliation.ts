import { inTransaction, retryingConflicts } from '@ndx/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import type { PendingEvents } from '../outbox/pending-events.js';
import type { Transaction } from '../outbox/transaction.js';
import { readHead, standingOf, type Standing } from './aggregate-heads.js';
import type { Moved, OwnedAggregate } from './owned-aggregate.js';
import type { CopyPlace } from './kept-copies.js';
import type { StandingCopy } from './standing-copy.js';

/** The comparison of a copy, or the recovery of one that is ahead. */
export type Reconciled = Exclude<Standing, 'ahead'> | Moved;

/** The last event of an aggregate, which its copy does not have, and the copy's revision. */
export type Missed = Pick<StandingCopy, 'aggregate'> & CopyPlace;

/** Runs work in a transaction that publishes. */
type Publishing = <T>(
  manager: EntityManager,
  work: (transaction: Transaction) => Promise<T>,
) => Promise<{ readonly result: T; readonly events: PendingEvents }>;

/** Moves an owner past copies that are ahead of it (decision 0062). */
export class CopyReconciliation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owned: readonly OwnedAggregate[],
    private readonly publishing: Publishing,
  ) {}

  /**
   * Does nothing when the copy comes from the owner's last event, or is behind it and will receive
   * it.
   * @returns also the events that were published to move past the copy
   */
  async settle(
    copy: StandingCopy,
  ): Promise<{ readonly outcome: Reconciled; readonly events: PendingEvents }> {
    const { result, events } = await retryingConflicts(() =>
      inTransaction(this.dataSource, (manager) =>
        this.publishing(manager, (transaction) => this.settleIn(transaction, copy)),
      ),
    );
    return { outcome: result, events };
  }

  /**
   * Publishes an aggregate again, as it is, for a copy that missed its last event.
   *
   * @returns false where that is not its last event any more, or is about to be published
   */
  async redeliver(
    missed: Missed,
  ): Promise<{ readonly isRedelivered: boolean; readonly events: PendingEvents }> {
    const { result, events } = await retryingConflicts(() =>
      inTransaction(this.dataSource, (manager) =>
        this.publishing(manager, (transaction) => this.redeliverIn(transaction, missed)),
      ),
    );
    return { isRedelivered: result, events };
  }

  private async redeliverIn(transaction: Transaction, missed: Missed): Promise<boolean> {
    const { manager } = transaction;
    const head = await readHead(manager, missed);
    const pending = await manager.query<unknown[]>('select from outbox where key = $1 limit 1', [
      missed.key,
    ]);
    if (head?.event_id !== missed.event_id || pending.length > 0) return false;
    // A copy without a state: there is nothing that the owner could take from it.
    const copy = { ...missed, event_id: null, state: {}, refused_event_id: null };
    return (await this.ownerOf(copy).moveAhead(transaction, copy)) !== 'unknown';
  }

  private async settleIn(transaction: Transaction, copy: StandingCopy): Promise<Reconciled> {
    const standing = standingOf(copy, await readHead(transaction.manager, copy));
    if (standing !== 'ahead') return standing;
    return this.ownerOf(copy).moveAhead(transaction, copy);
  }

  private ownerOf({ aggregate, key }: Pick<StandingCopy, 'aggregate' | 'key'>): OwnedAggregate {
    const owned = this.owned.find((each) => each.aggregate === aggregate);
    if (!owned) throw new Error(`the service does not own ${aggregate} ${key}`);
    return owned;
  }
}
