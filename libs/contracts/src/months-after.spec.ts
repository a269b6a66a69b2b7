import { describe, expect, test } from '@jest/globals';
import { monthsAfter } from './months-after.js';

describe('so many months later', () => {
  test.each([
    ['2025-03-10T08:00:00.000Z', 12, '2026-03-10T08:00:00.000Z'],
    ['2024-02-29T08:00:00.000Z', 12, '2025-02-28T08:00:00.000Z'],
    ['2025-08-31T23:59:59.999Z', 1, '2025-09-30T23:59:59.999Z'],
    ['2025-12-31T00:00:00.000Z', 2, '2026-02-28T00:00:00.000Z'],
  ])('than %s by %d is %s', (from, months, to) => {
    expect(monthsAfter(new Date(from), months).toISOString()).toBe(to);
  });
});
