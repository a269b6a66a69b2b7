import type { NdxClient, QueryEvent } from '@ndx/client';
import type { Search } from '../app/read-part.js';
import { useList } from '../app/reads.js';
import type { ListOrder } from '../parts/list-order.js';
import type { Period } from '../parts/periods.js';

export type FeedQuery = NonNullable<Parameters<NdxClient['listQueryEvents']>[0]['query']>;

interface FeedSearch extends Pick<Search<QueryEvent>, 'matching' | 'wanted'> {
  readonly period?: Period;
  readonly order?: ListOrder;
}

/** The queries that the filters find, by default the newest first. */
export function useQueries(query: FeedQuery, { order, ...search }: FeedSearch = {}) {
  return useList(
    'listQueryEvents',
    { query: { ...query, order: order ?? 'newest_first' } },
    // A page has fewer queries than the limit where the server reads queries from an archive.
    { isSearched: true, ...search },
  );
}
