import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerOf } from './answer.js';
import { eachItem, followItems } from './paging.js';

/** A list whose pages after each cursor are given; the last one continues at itself. */
function listOf(pages: Readonly<Record<string, { data: number[]; next_cursor: string }>>) {
  const requested: string[] = [];
  const list = ({ query }: { readonly query?: { readonly cursor?: string } }) => {
    const cursor = query?.cursor ?? '';
    requested.push(cursor);
    const data = pages[cursor];
    if (!data) throw new Error(`no page after ${cursor}`);
    return Promise.resolve({ ...answerOf(new Response(), undefined), data });
  };
  return { list, requested };
}

test('an iteration continues after an empty page, and ends where the cursor does', async () => {
  const { list, requested } = listOf({
    '': { data: [1], next_cursor: 'a' },
    a: { data: [], next_cursor: 'b' },
    b: { data: [2, 3], next_cursor: 'c' },
    c: { data: [], next_cursor: 'c' },
  });
  const items: number[] = [];
  for await (const item of eachItem(list, {})) items.push(item);
  expect(items).toEqual([1, 2, 3]);
  expect(requested).toEqual(['', 'a', 'b', 'c']);
});

describe('a follower that crashes', () => {
  /** Pages of these sizes, with the numbers from 0; the cursor is the number of the next page. */
  const pagesOf = (sizes: readonly number[]) => {
    const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
    const pages = sizes.map((size, at) => ({
      data: Array.from({ length: size }, (_, place) => (starts[at] ?? 0) + place),
      next_cursor: String(at + 1),
    }));
    const named = Object.fromEntries(pages.map((page, at) => [at === 0 ? '' : String(at), page]));
    const last = String(sizes.length);
    return { ...named, [last]: { data: [], next_cursor: last } };
  };

  /** Processes items until the crash; returns those processed, and the cursor that was kept. */
  async function follow(
    list: ReturnType<typeof listOf>['list'],
    kept: string | undefined,
    { items: most, isBeforeKeeping = false }: { items: number; isBeforeKeeping?: boolean },
  ) {
    const stopping = new AbortController();
    const processed: number[] = [];
    let cursor = kept;
    const onProcessed = (next: string) => {
      if (isBeforeKeeping && processed.length >= most) throw new Error('crash before keeping');
      cursor = next;
      if (processed.length >= most) stopping.abort();
    };
    const options = { signal: stopping.signal, intervalMs: 0, onProcessed };
    const request = kept === undefined ? {} : { query: { cursor: kept } };
    try {
      for await (const item of followItems(list, request, options)) {
        if (processed.length >= most) throw new Error('crash while processing');
        processed.push(item);
      }
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('crash'))) throw error;
    }
    return { processed, cursor };
  }

  test('processes every item, at whatever point it crashes', async () => {
    const pageSizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pageSizes, fc.boolean(), async (sizes, isBeforeKeeping) => {
        const { list } = listOf(pagesOf(sizes));
        const count = sizes.reduce((sum, size) => sum + size, 0);
        const all = Array.from({ length: count }, (_, number) => number);
        for (const items of all) {
          const first = await follow(list, undefined, { items, isBeforeKeeping });
          const missing = all.slice(first.processed.length);
          // The rest, and no more of what was processed than the interrupted page.
          const rest = await follow(list, first.cursor, {
            items: count - itemsBefore(first, sizes),
          });
          expect(rest.processed).toEqual(expect.arrayContaining(missing));
          expect(rest.processed.length - missing.length).toBeLessThanOrEqual(Math.max(...sizes));
        }
      }),
    );
  });

  const itemsBefore = ({ cursor }: { cursor: string | undefined }, sizes: readonly number[]) =>
    sizes.slice(0, Number(cursor ?? 0)).reduce((sum, size) => sum + size, 0);
});
