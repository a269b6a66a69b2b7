import type { NdxClient } from '@ndx/client';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { filterOf, sinceOf, type Period } from '../parts/periods.js';
import type { Total } from '../parts/extent.js';
import { useApi } from './api.js';
import { readPart, type ListPage, type Search } from './read-part.js';

type Operation = Exclude<keyof NdxClient, 'why'>;

type Reads = {
  readonly [Name in Operation]: {
    readonly request: NonNullable<Parameters<NdxClient[Name]>[0]>;
    readonly data: Awaited<ReturnType<NdxClient[Name]>>['data'];
  };
};

type ReadOperations = {
  readonly [Name in Operation]: (
    request: Reads[Name]['request'],
  ) => Promise<{ readonly data: Reads[Name]['data'] }>;
};

type ListOperation = {
  [Name in Operation]: Reads[Name]['data'] extends ListPage<unknown> ? Name : never;
}[Operation];

type Lists = {
  readonly [Name in ListOperation]: {
    readonly request: Reads[Name]['request'];
    readonly item: Reads[Name]['data'] extends ListPage<infer Item> ? Item : never;
  };
};

type ListOperations = {
  readonly [Name in ListOperation]: (
    request: Lists[Name]['request'],
  ) => Promise<{ readonly data: ListPage<Lists[Name]['item']> }>;
};

interface ReadOptions {
  /** Milliseconds until another view reads it again; `static` for what never changes. */
  readonly staleTime?: number | 'static';
  readonly enabled?: boolean;
  /** Milliseconds until the view reads it again. */
  readonly refetchInterval?: number;
}

/** The answer of an operation as a query. The operation and its request are the key. */
export function readQuery<O extends Operation>(
  ndx: NdxClient,
  operation: O,
  request: Reads[O]['request'],
) {
  const operations: ReadOperations = ndx;
  return queryOptions({
    queryKey: [operation, request],
    queryFn: async ({ signal }) => (await operations[operation]({ ...request, signal })).data,
  });
}

export function useRead<O extends Operation>(
  operation: O,
  request: Reads[O]['request'],
  options: ReadOptions = {},
) {
  const { ndx } = useApi();
  return useQuery({ ...readQuery(ndx, operation, request), ...options });
}

type CountOperation =
  | 'countAttestations'
  | 'countBusinessConsents'
  | 'countConsumerConsents'
  | 'countDisputes'
  | 'countNotices'
  | 'countQueryEvents'
  | 'countRecords'
  | 'countSubmissions';

type GroupOperation = 'countAnswersByFurnishers' | 'countUsesByRecord';

interface CountOptions extends Window {
  readonly enabled: boolean;
}

/** The number of items that the filters find; undefined until it is read and when that fails. */
export function useCount<O extends CountOperation>(
  operation: O,
  query: NonNullable<Reads[O]['request']['query']>,
  options: CountOptions,
): Total | undefined {
  return useCounted(operation, query, options).data;
}

/** The counts of what the filters find. */
export function useCounted<O extends CountOperation | GroupOperation>(
  operation: O,
  query: NonNullable<Reads[O]['request']['query']>,
  { enabled = true, ...window }: Partial<CountOptions> = {},
) {
  const { ndx } = useApi();
  const operations: ReadOperations = ndx;
  return useQuery({
    queryKey: [operation, query, window],
    queryFn: async ({ signal }) => {
      const request = { query: { ...query, ...periodOf(window) }, signal };
      return (await operations[operation](request)).data;
    },
    enabled,
  });
}

/** The lists that the server searches: a short page is not their last one. */
const SEARCHED: readonly ListOperation[] = ['listDailyQueryCounts', 'listPolicyDrafts'];

/** A whole list as a query: for lists that are short, or of which a view needs every item. */
export function allQuery<O extends ListOperation>(
  ndx: NdxClient,
  operation: O,
  request: Lists[O]['request'],
) {
  const operations: ListOperations = ndx;
  return queryOptions({
    queryKey: ['all', operation, request],
    queryFn: async ({ signal }) => {
      const { items } = await readPart(
        ({ cursor }) => {
          const query = { ...request.query, ...(cursor !== undefined && { cursor }) };
          return operations[operation]({ ...request, query, signal });
        },
        undefined,
        { isSearched: SEARCHED.includes(operation), wanted: Infinity, maxRequests: Infinity },
      );
      return items;
    },
    staleTime: 60_000,
  });
}

export interface LoadedItems<Item> {
  readonly items: readonly Item[];
  /** The last part added no item. */
  readonly isLastEmpty: boolean;
}

/** A list as far as it is loaded. */
export interface List<Item> {
  readonly data: LoadedItems<Item> | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The times of the items of a list. */
interface Window {
  /** Only items of this period; one that ends now ends when the part is read. */
  readonly period?: Period | undefined;
  /** The same for a list whose filter by the start of a period is `since`. */
  readonly since?: Period | undefined;
}

interface ListSearch<Item> extends Search<Item>, Window {}

/** A list, part by part. */
export function useList<O extends ListOperation>(
  operation: O,
  request: Lists[O]['request'],
  search: ListSearch<Lists[O]['item']> = {},
) {
  const { ndx } = useApi();
  const operations: ListOperations = ndx;
  const partFrom = (start: string | undefined, signal: AbortSignal, how = search) =>
    readPart(
      (page) => {
        const query = { ...request.query, ...periodOf(search), ...page };
        return operations[operation]({ ...request, query, signal });
      },
      start,
      how,
    );
  async function* each(signal: AbortSignal) {
    const whole = { ...search, isSearched: search.isSearched ?? SEARCHED.includes(operation) };
    let part = await partFrom(undefined, signal, whole);
    yield* part.items;
    while (part.next !== undefined) {
      part = await partFrom(part.next, signal, whole);
      yield* part.items;
    }
  }
  const list = useInfiniteQuery({
    queryKey: ['parts', operation, request, search],
    queryFn: ({ pageParam, signal }) => partFrom(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      isLastEmpty: pages.at(-1)?.items.length === 0,
    }),
  });
  return { ...list, each, filters: filtersOf(request, search) };
}

interface Filtered {
  readonly path?: object;
  readonly query?: object;
}

/** What a list is of: its path, filters and members, without its order. */
function filtersOf<Item>({ path, query }: Filtered, { matching }: Search<Item>): object {
  const filters = Object.entries(query ?? {}).filter(([name]) => name !== 'order');
  return { ...path, ...Object.fromEntries(filters), ...matching };
}

function periodOf({ period, since }: Window) {
  return {
    ...(period !== undefined && filterOf(period)),
    ...(since !== undefined && sinceOf(filterOf(since))),
  };
}
