import type { Answer } from './answer.js';
import { pause } from './http/pause.js';

/** A page of a list: one array, and the cursor of the next page. */
interface Page {
  readonly next_cursor: string | null;
}

type ItemOf<P> = {
  [Member in keyof P]: P[Member] extends readonly (infer Item)[] ? Item : never;
}[keyof P];

interface ListRequest {
  readonly query?: { readonly cursor?: string; readonly limit?: number };
  readonly signal?: AbortSignal | null;
}

type List<Request extends ListRequest, P extends Page> = (request: Request) => Promise<Answer<P>>;

/**
 * Iterates over a list from its first to its current last item, reading page by page.
 * @param list a method of the client, such as `ndx.listQueryEvents`
 * @param request its first page
 * @throws NdxError, NdxConnectionError when a page cannot be read
 * @example for await (const event of eachItem(ndx.listQueryEvents, { query: { network_id } })) …
 */
export async function* eachItem<Request extends ListRequest, P extends Page>(
  list: List<Request, P>,
  request: Request,
): AsyncGenerator<ItemOf<P>> {
  let cursor = request.query?.cursor;
  for (;;) {
    const { data } = await list(withCursor(request, cursor));
    const items = itemsOf(data);
    yield* items;
    // A page can be empty before the last one, where the server searched without a result.
    const isLast = items.length === 0 && data.next_cursor === cursor;
    if (isLast || data.next_cursor === null) return;
    cursor = data.next_cursor;
  }
}

/** How new items of a list are awaited, and when the iteration ends. */
export interface FollowOptions {
  /** Milliseconds between two reads when there is nothing new; 5,000 by default. */
  readonly intervalMs?: number;
  /** Ends the iteration. */
  readonly signal: AbortSignal;
  /**
   * Receives the cursor from which a later run continues, when every item before it was processed:
   * the loop has asked for the next one. The items of a page that was interrupted come again.
   */
  readonly onProcessed?: (cursor: string) => void | Promise<void>;
}

/**
 * Iterates over a list and continues with new items as they arrive, until the signal is aborted.
 * @param list a method of the client, such as `ndx.listQueryEvents`
 * @param request its first page; a `cursor` continues after an earlier one
 * @param options the signal that ends it, and the cursor of processed items
 * @throws NdxError, NdxConnectionError when a page cannot be read
 * @example for await (const event of followItems(ndx.listQueryEvents, {}, { signal, onProcessed: save })) …
 */
export async function* followItems<Request extends ListRequest, P extends Page>(
  list: List<Request, P>,
  request: Request,
  { intervalMs = 5_000, signal, onProcessed }: FollowOptions,
): AsyncGenerator<ItemOf<P>> {
  const isStopped = () => signal.aborted;
  let cursor = request.query?.cursor;
  while (!isStopped()) {
    const page = await list(withCursor({ ...request, signal }, cursor)).catch(ignoreAbort(signal));
    if (!page) return;
    const items = itemsOf(page.data);
    for (const item of items) {
      if (isStopped()) return;
      yield item;
    }
    const next = page.data.next_cursor ?? cursor;
    if (next !== undefined && next !== cursor) await onProcessed?.(next);
    cursor = next;
    if (items.length === 0) await pause(intervalMs, signal).catch(ignoreAbort(signal));
  }
}

function ignoreAbort(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

function withCursor<Request extends ListRequest>(
  request: Request,
  cursor: string | undefined,
): Request {
  return cursor === undefined ? request : { ...request, query: { ...request.query, cursor } };
}

/** A page has one array, whatever its name. */
function itemsOf<P extends Page>(page: P): readonly ItemOf<P>[] {
  const items = Object.values(page).find((value) => Array.isArray(value)) as
    readonly ItemOf<P>[] | undefined;
  return items ?? [];
}
