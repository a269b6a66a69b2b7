/** A page of a list. The audit log states whether it is the last one. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string;
  readonly is_complete?: boolean;
}

/** How a part of a list is read. */
export interface Search<Item> {
  /** The items of a request; 100 by default. */
  readonly limit?: number;
  /** The server searches the list, so a page before the last one can be short or empty. */
  readonly isSearched?: boolean;
  /** Only items with these members. */
  readonly matching?: Partial<Item>;
  /** The part ends with the request that finds this number of items; by default `limit`. */
  readonly wanted?: number;
  /** The part ends with this number of requests; 10 by default. */
  readonly maxRequests?: number;
}

export interface Part<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next part; undefined for the last one. */
  readonly next: string | undefined;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** Reads pages until the part has the wanted number of items, or the list ends. */
export async function readPart<Item>(
  readPage: (query: PageQuery) => Promise<{ readonly data: ListPage<Item> }>,
  start: string | undefined,
  search: Search<Item>,
): Promise<Part<Item>> {
  const { limit = 100, isSearched = false, wanted = limit } = search;
  const matching: Partial<Item> = search.matching ?? {};
  const names = Object.keys(matching) as (keyof Item)[];
  const items: Item[] = [];
  let next = start;
  for (let left = search.maxRequests ?? 10; left > 0 && items.length < wanted; left -= 1) {
    const { data: page } = await readPage({ limit, ...(next !== undefined && { cursor: next }) });
    const { data, next_cursor: end, is_complete: isComplete } = page;
    items.push(...data.filter((item) => names.every((name) => item[name] === matching[name])));
    const isLast = isSearched ? data.length === 0 && end === next : data.length < limit;
    if (isComplete ?? isLast) return { items, next: undefined };
    next = end;
  }
  return { items, next };
}

/** Every item of a list that the server does not search. */
export async function readWhole<Item>(
  readPage: (query: PageQuery) => Promise<{ readonly data: ListPage<Item> }>,
): Promise<readonly Item[]> {
  const search = { wanted: Infinity, maxRequests: Infinity };
  return (await readPart(readPage, undefined, search)).items;
}
