import type { ConsentEvent, QueryOutcome } from '@ndx/client';
import type { Part as Words } from '../audit/sentence.js';

/** What happened to an object: who did what, when and why. */
export interface TimelineEntry {
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly occurred_at: string;
  /** The institution that acted, and its account, as far as the reader may know them. */
  readonly by?: string | undefined;
  readonly account?: string | undefined;
  /** Who acted where the reader may not know the institution. */
  readonly actor?: string;
  readonly did: readonly Words[];
  readonly why?: string | undefined;
  /** What a change of a consent or a query was, for a picture of the entries. */
  readonly step?: ConsentEvent['event'] | QueryOutcome;
}
