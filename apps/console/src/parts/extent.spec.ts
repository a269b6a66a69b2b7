import { expect, test } from '@jest/globals';
import { extentInWords, type Total } from './extent.js';

const exactly = (count: number): Total => ({ count, is_complete: true });

test.each<readonly [string, number, boolean, Total | undefined]>([
  ['1 query', 1, false, undefined],
  ['100 queries', 100, false, exactly(99)],
  ['100 queries shown, and there may be more', 100, true, undefined],
  ['100 queries', 100, true, exactly(100)],
  ['100 of 2,345 queries shown', 100, true, exactly(2_345)],
  ['100 of 10,000+ queries shown', 100, true, { count: 10_000, is_complete: false }],
  ['10,000 of 10,000+ queries shown', 10_000, true, { count: 10_000, is_complete: false }],
  // Since the count, others were added.
  ['200 queries shown, and there may be more', 200, true, exactly(150)],
])('"%s" for %i queries, where more are possible: %s, counted %o', (words, shown, more, total) => {
  const extent = { shown, mayHaveMore: more, noun: ['query', 'queries'], total } as const;
  expect(extentInWords({ ...extent, isFiltered: false })).toBe(words);
  expect(extentInWords({ ...extent, isFiltered: true })).toBe(`${words} (filtered)`);
});
