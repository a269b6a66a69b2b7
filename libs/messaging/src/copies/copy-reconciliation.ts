import { inTransaction, retryingConflicts } from '@ndx/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import type { PendingEvents } from '../outbox/pending-events.js';
import type { Transaction } from '../outbox/transaction.js';
import { readKnownEvents, standingOf, type Standing } from './aggregate-heads.js';
import type { Moved, OwnedAggregate } from './owned-aggregate.js';
import type { CopyPlace } from './kept-copies.js';
import type { StandingCopy } from './standing-copy.js';

/** The comparison of a copy, or the recovery of one that is ahead. */
export type Reconciled = Exclude<Standing, 'ahead'> | Moved;

/** The last event of an aggregate, which its copy does not have. */
export interface Missed extends Pick<StandingCopy, 'aggregate' | 'key'> {
  readonly event_id: string;
  /** The newest event of the copy; undefined where there is none. */
  readonly copy: CopyPlace | undefined;
}

/** Runs work in a transaction that publishes. */
type Publishing = <T>(
  manager: EntityManager,
  work: (transaction: Transaction, events: PendingEvents) => Promise<T>,
) => Promise<{ readonly result: T; readonly events: PendingEvents }>;

/** Moves an owner past copies that are ahead of it (decision 0062). */
export class CopyReconciliation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owned: readonly OwnedAggregate[],
    private readonly publishing: Publishing,
  ) {}

  /**
   * Does nothing when the copy has the rejected event or a later one, when the owner has lost the
   * rejected event, or when a comparison found the copy behind. A copy that rejected an event
   * because it lacks earlier ones gets the owner's state.
   * @returns also the events that were published to move past the copy
   */
  async settle(
    copy: StandingCopy,
  ): Promise<{ readonly outcome: Reconciled; readonly events: PendingEvents }> {
    const { result, events } = await retryingConflicts(() =>
      inTransaction(this.dataSource, (manager) =>
        this.publishing(manager, (...publishing) => this.settleIn(copy, ...publishing)),
      ),
    );
    return { outcome: result, events };
  }

  /**
   * Publishes an aggregate again, as it is, for a copy that missed its last event.
   * @param isLost whether the copy lost events that were delivered directly before
   * @returns false where that is not its last event any more, or is about to be published, unless
   *   `isLost`
   */
  async redeliver(
    missed: Missed,
    isLost = false,
  ): Promise<{ readonly isRedelivered: boolean; readonly events: PendingEvents }> {
    const { result, events } = await retryingConflicts(() =>
      inTransaction(this.dataSource, (manager) =>
        this.publishing(manager, (...publishing) =>
          this.redeliverIn({ ...missed, isLost }, ...publishing),
        ),
      ),
    );
    return { isRedelivered: result, events };
  }

  private async redeliverIn(
    { aggregate, key, event_id, copy, isLost }: Missed & { readonly isLost: boolean },
    transaction: Transaction,
    events: PendingEvents,
  ): Promise<boolean> {
    const { manager } = transaction;
    const place = { event_id: null, revision: 0, ...copy, aggregate, key, refused_event_id: null };
    if (isLost) return (await this.republish(place, transaction, events)) !== 'unknown';
    const known = await readKnownEvents(manager, place);
    const pending = await manager.query<unknown[]>('select from outbox where key = $1 limit 1', [
      key,
    ]);
    if (known?.event_id !== event_id || pending.length > 0) return false;
    return (await this.republish(place, transaction, events)) !== 'unknown';
  }

  private async settleIn(
    copy: StandingCopy,
    transaction: Transaction,
    events: PendingEvents,
  ): Promise<Reconciled> {
    const standing = standingOf(copy, await readKnownEvents(transaction.manager, copy));
    if (standing === 'behind' && copy.refused_event_id !== null) {
      return this.republish(copy, transaction, events);
    }
    if (standing !== 'ahead') return standing;
    events.follow(copy);
    return this.ownerOf(copy).moveAhead(transaction, copy);
  }

  /** For a copy of an earlier state: there is nothing that the owner could take from it. */
  private async republish(
    copy: Omit<StandingCopy, 'state'>,
    transaction: Transaction,
    events: PendingEvents,
  ): Promise<'republished' | 'unknown'> {
    events.follow(copy);
    const moved = await this.ownerOf(copy).moveAhead(transaction, { ...copy, state: {} });
    return moved === 'unknown' ? 'unknown' : 'republished';
  }

  private ownerOf({ aggregate, key }: Pick<StandingCopy, 'aggregate' | 'key'>): OwnedAggregate {
    const owned = this.owned.find((each) => each.aggregate === aggregate);
    if (!owned) throw new Error(`the service does not own ${aggregate} ${key}`);
    return owned;
  }
}
