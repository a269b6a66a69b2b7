import type { NdxClient, QueryEvent } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import type { Search } from '../app/read-part.js';
import { useList } from '../app/reads.js';
import type { Total } from '../parts/extent.js';
import type { ListOrder } from '../parts/list-order.js';
import { filterOf, type Period } from '../parts/periods.js';

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

type CountQuery = NonNullable<Parameters<NdxClient['countQueryEvents']>[0]['query']>;

/** The number of queries that the filters find; undefined until it is read and when that fails. */
export function useQueryCount(
  query: CountQuery,
  { period, enabled }: { readonly period?: Period; readonly enabled: boolean },
): Total | undefined {
  const { ndx } = useApi();
  const { data } = useQuery({
    queryKey: ['countQueryEvents', query, period],
    queryFn: async ({ signal }) => {
      const window = period === undefined ? {} : filterOf(period);
      return (await ndx.countQueryEvents({ query: { ...query, ...window }, signal })).data;
    },
    enabled,
  });
  return data;
}
