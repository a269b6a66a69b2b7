import type { NdxClient, QueryEvent } from '@ndx/client';
import { useList } from '../app/reads.js';
import type { Search } from '../app/read-part.js';
import type { Period } from '../parts/periods.js';

type FeedQuery = NonNullable<Parameters<NdxClient['listQueryEvents']>[0]['query']>;

/** A page has fewer queries than the limit where the server reads queries from an archive. */
const FEED = { isSearched: true } as const;

/** The queries of a network, the newest first. */
export function useQueries(query: FeedQuery, period: Period) {
  return useList(
    'listQueryEvents',
    { query: { ...query, order: 'newest_first' } },
    { ...FEED, period },
  );
}

interface MatchingSearch extends Search<QueryEvent> {
  readonly period?: Period;
}

/**
 * Queries that match, found in the feed of queries, the newest first. The feed has an index by time
 * only, because another index would add cost to every query; a page has a thousand queries.
 */
export function useMatchingQueries(query: FeedQuery, search: MatchingSearch) {
  return useList(
    'listQueryEvents',
    { query: { ...query, order: 'newest_first' } },
    { ...FEED, limit: 1_000, wanted: 25, maxRequests: 20, ...search },
  );
}
