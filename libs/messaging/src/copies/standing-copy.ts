import type { Aggregate } from '@ndx/contracts';

/** A subscriber's copy as it stood when it was at or past the revision of an event by another one. */
export interface StandingCopy {
  readonly aggregate: Aggregate;
  readonly key: string;
  readonly revision: number;
  /** The event that brought it there; null where that was not recorded yet. */
  readonly event_id: string | null;
  /** By the member names of the event's payload. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The event that found it so; null where the copy was found by comparison. */
  readonly refused_event_id: string | null;
}
