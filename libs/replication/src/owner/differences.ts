import type { Aggregate, StatefulServiceName } from '@ndx/contracts';

/** The read models of an owner's aggregates in a subscriber. */
export interface Compared {
  readonly aggregate: Aggregate;
  readonly subscriber: StatefulServiceName;
  /** Whether the subscriber must have applied a change before it is acknowledged. */
  readonly isDirect: boolean;
}

/**
 * `removed`: the owner does not have the aggregate. `republished`: the row was ahead of its owner.
 * `recovered`: the same, and the owner adopted changes of the row. `redelivered`: the row had
 * missed an event.
 */
export type Repair = 'removed' | 'republished' | 'recovered' | 'redelivered';

/**
 * A difference that a round found. `kept`: a row without an owner. `behind`: the row lacks an event
 * that may still arrive. `waiting`: it lacked the event in the previous round as well, and the
 * event is not yet published.
 */
export type Difference = Repair | 'kept' | 'behind' | 'waiting';
