import type { Aggregate } from '@ndx/contracts';

/**
 * A row of a read model that another event had brought to the revision of a rejected event, or past
 * it.
 */
export interface ReadModelRow {
  readonly aggregate: Aggregate;
  readonly key: string;
  readonly revision: number;
  /** The event of its revision; null for rows from before event ids were recorded. */
  readonly event_id: string | null;
  /** The state by the member names of the event's payload. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The rejected event; null when a comparison found the row. */
  readonly refused_event_id: string | null;
}
