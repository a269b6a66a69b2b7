import { digestOf } from './digest.js';
import { nameOf, type QueryEvent } from './query-event.js';

/** How an event stands to the one of its query that came first. */
export type Standing = 'first' | 'same' | 'otherwise';

/** The queries that were met so far: their ids, and digests of what was said of them. */
export class KnownQueries {
  private readonly digests = new Map<string, string>();

  meet(event: QueryEvent): Standing {
    const digest = digestOf(event);
    const known = this.digests.get(event.query_event_id);
    if (known === undefined) {
      this.digests.set(event.query_event_id, digest);
      return 'first';
    }
    return known === digest ? 'same' : 'otherwise';
  }
}

/** What is wrong where a ledger has a query once more. */
export function repetitionOf(event: QueryEvent, standing: Standing): string {
  const how = standing === 'otherwise' ? ', and says otherwise there' : '';
  return `${nameOf(event)} is in the ledger more than once${how}`;
}
