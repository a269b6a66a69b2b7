import type { Aggregate } from '@ndx/contracts';
import type { Transaction } from '../outbox/transaction.js';
import type { StandingCopy } from './standing-copy.js';

/**
 * What became of an aggregate of which a copy was ahead. `republished`: as its owner has it.
 * `recovered`: with changes that only the copy knew. `unknown`: its owner has no such aggregate.
 */
export type Moved = 'republished' | 'recovered' | 'unknown';

/** How a service recovers an aggregate that it owns, of which a copy is ahead (decision 0062). */
export interface OwnedAggregate {
  readonly aggregate: Aggregate;
  /**
   * Stores the aggregate under a revision above the copy's and its own, and publishes it. The copy
   * tells of changes that were acknowledged and then lost with the database: nothing that they
   * forbade becomes permitted. Where `refused_event_id` is set the owner's own state is the later.
   */
  moveAhead(transaction: Transaction, copy: StandingCopy): Promise<Moved>;
}
