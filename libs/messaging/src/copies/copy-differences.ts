import type { Aggregate, StatefulServiceName } from '@ndx/contracts';

/** What a subscriber keeps of an owner's aggregates. */
export interface Compared {
  readonly aggregate: Aggregate;
  readonly subscriber: StatefulServiceName;
  /** Whether the subscriber must have applied a change before it is acknowledged. */
  readonly isDirect: boolean;
}

/**
 * `removed`: the owner does not have the aggregate. `republished`: the copy was ahead of its owner.
 * `recovered`: the same, and the owner took changes from it. `redelivered`: it had missed an event.
 */
export type CopyRepair = 'removed' | 'republished' | 'recovered' | 'redelivered';

/**
 * What a round found. `kept`: a copy without an owner. `behind`: it lacks an event that may be on
 * its way; `waiting`: it lacked the event in the round before, too, and that is not published yet.
 */
export type CopyDifference = CopyRepair | 'kept' | 'behind' | 'waiting';
