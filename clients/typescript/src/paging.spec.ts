import { expect, test } from '@jest/globals';
import { answerOf } from './answer.js';
import { eachItem } from './paging.js';

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
