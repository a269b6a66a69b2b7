import type { Aggregate } from '@ndx/contracts';
import type { ReadModelRow, Transaction } from '@ndx/messaging';

/**
 * The result for an aggregate whose row is ahead. `republished`: with the owner's state.
 * `recovered`: with changes that only the row had. `unknown`: the owner has no such aggregate.
 */
export type Recovery = 'republished' | 'recovered' | 'unknown';

/** Recovery of an owned aggregate whose row is ahead (replication 4). */
export interface OwnedAggregate {
  readonly aggregate: Aggregate;
  /**
   * Stores the aggregate under a revision above both, and publishes it. The row has changes that
   * were acknowledged and then lost with the database: nothing that they forbade becomes permitted.
   * If `refused_event_id` is set, the owner's own state is the later one.
   * A row with an empty state has no changes: the aggregate is published as it is.
   */
  recover(transaction: Transaction, row: ReadModelRow): Promise<Recovery>;
}
