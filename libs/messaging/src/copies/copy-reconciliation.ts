import { inTransaction, retryingConflicts } from '@ndx/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import type { PendingEvents } from '../outbox/pending-events.js';
import type { Transaction } from '../outbox/transaction.js';
import { readHead, standingOf, type Standing } from './aggregate-heads.js';
import type { Moved, OwnedAggregate } from './owned-aggregate.js';
import type { StandingCopy } from './standing-copy.js';

/** The comparison of a copy, or the recovery of one that is ahead. */
export type Reconciled = Exclude<Standing, 'ahead'> | Moved;

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

  private async settleIn(transaction: Transaction, copy: StandingCopy): Promise<Reconciled> {
    const standing = standingOf(copy, await readHead(transaction.manager, copy));
    if (standing !== 'ahead') return standing;
    const owned = this.owned.find(({ aggregate }) => aggregate === copy.aggregate);
    if (!owned) throw new Error(`the service does not own ${copy.aggregate} ${copy.key}`);
    return owned.moveAhead(transaction, copy);
  }
}
