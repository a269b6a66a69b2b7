import { expect, test } from '@jest/globals';
import { OwnCounts } from './own-counts.js';

test('a request beyond the limit is not counted', async () => {
  const counts = new OwnCounts();
  const used: number[] = [];
  for (let sent = 0; sent < 4; sent += 1) used.push((await counts.count('a bank', 2)).used);
  expect(used).toEqual([1, 2, 3, 3]);
});
