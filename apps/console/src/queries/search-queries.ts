import type { NdxClient, QueryEvent } from '@ndx/client';
import { readFeedPage } from './feed-page.js';

const PAGE_SIZE = 1_000;
const MAX_PAGES = 20;

interface Search {
  readonly ndx: NdxClient;
  readonly networkId: string;
  /** ISO 8601, inclusive. */
  readonly from: string;
  /** ISO 8601, exclusive; by default the search begins with the newest query. */
  readonly to?: string;
  /** Continues a search. */
  readonly cursor?: string | undefined;
  readonly matches: (event: QueryEvent) => boolean;
  /** The search stops when it has found this number of queries; by default it does not. */
  readonly wanted?: number;
  readonly signal: AbortSignal;
}

export interface FoundQueries {
  /** The newest first. */
  readonly events: readonly QueryEvent[];
  /** How many query events were examined. */
  readonly searched: number;
  /** Continues the search; undefined when the whole period was examined. */
  readonly next: string | undefined;
}

/**
 * The queries of a period that match, found in the feed of query events. The feed has an
 * index by time only, because another index would add cost to every query; a page has a thousand
 * events.
 */
export async function searchQueries(search: Search): Promise<FoundQueries> {
  const { ndx, networkId, from, to, matches, wanted = Infinity, signal } = search;
  const events: QueryEvent[] = [];
  let { cursor } = search;
  let searched = 0;
  for (let page = 0; page < MAX_PAGES && events.length < wanted; page += 1) {
    const { data, next_cursor } = await readFeedPage(
      ndx,
      {
        network_id: networkId,
        from,
        ...(to !== undefined && { to }),
        order: 'newest_first',
        limit: PAGE_SIZE,
        ...(cursor !== undefined && { cursor }),
      },
      signal,
    );
    searched += data.length;
    events.push(...data.filter(matches));
    if (data.length < PAGE_SIZE) return { events, searched, next: undefined };
    cursor = next_cursor;
  }
  return { events, searched, next: cursor };
}
