import type { NdxClient, QueryEvent } from '@ndx/client';
import type { Search } from '../app/read-part.js';
import { useList } from '../app/reads.js';
import type { Period } from '../parts/periods.js';

export type FeedQuery = NonNullable<Parameters<NdxClient['listQueryEvents']>[0]['query']>;

interface FeedSearch extends Pick<Search<QueryEvent>, 'matching'> {
  readonly period?: Period;
}

/** The queries that the filters find, the newest first. */
export function useQueries(query: FeedQuery, search: FeedSearch = {}) {
  return useList(
    'listQueryEvents',
    { query: { ...query, order: 'newest_first' } },
    // A page has fewer queries than the limit where the server reads queries from an archive.
    { isSearched: true, ...search },
  );
}
