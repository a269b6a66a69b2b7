import type { Aggregate } from '@ndx/contracts';
import type { StandingCopy, Transaction } from '@ndx/messaging';

/**
 * The result for an aggregate whose copy is ahead. `republished`: with the owner's state.
 * `recovered`: with changes that only the copy had. `unknown`: the owner has no such aggregate.
 */
export type Moved = 'republished' | 'recovered' | 'unknown';

/** Recovery of an owned aggregate whose copy is ahead (decision 0062). */
export interface OwnedAggregate {
  readonly aggregate: Aggregate;
  /**
   * Stores the aggregate under a revision above both, and publishes it. The copy has changes that
   * were acknowledged and then lost with the database: nothing that they forbade becomes permitted.
   * If `refused_event_id` is set, the owner's own state is the later one.
   * A copy with an empty state has no changes: the aggregate is published as it is.
   */
  moveAhead(transaction: Transaction, copy: StandingCopy): Promise<Moved>;
}
