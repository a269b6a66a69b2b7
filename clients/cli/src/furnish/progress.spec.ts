import { expect, test } from '@jest/globals';
import { progressLine } from './progress.js';

test.each([
  [{ total: 1_000, done: 500, sent: 500 }, 2, '[############------------]  50 %', '2 s left'],
  [{ total: 1_000_000, done: 400_000, sent: 100_000 }, 50, '40 %', '2000 rows/s  5 min 0 s left'],
  [{ total: 10_000_000, done: 100, sent: 100 }, 1, '  0 %', '100 rows/s  27 h 46 min left'],
  [{ total: 0, done: 0, sent: 0 }, 1, '100 %', '0/0 rows'],
])('progress of %j after %d seconds', (counts, seconds, ...shown) => {
  const line = progressLine({ ...counts, unit: 'rows' }, seconds);
  for (const part of shown) expect(line).toContain(part);
});
