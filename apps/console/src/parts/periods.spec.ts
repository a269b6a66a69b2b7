import { expect, test } from '@jest/globals';
import { endedDays } from './periods.js';

test.each([
  ['yesterday', '2026-03-01T00:30:00Z', '2026-02-28', '2026-03-01'],
  ['yesterday', '2026-01-01T23:59:59Z', '2025-12-31', '2026-01-01'],
  ['last-week', '2026-11-30T00:00:00Z', '2026-11-23', '2026-11-30'],
  ['last-week', '2026-11-29T23:59:59Z', '2026-11-16', '2026-11-23'],
  ['last-month', '2026-01-15T12:00:00Z', '2025-12-01', '2026-01-01'],
  ['last-quarter', '2026-02-01T00:00:00Z', '2025-10-01', '2026-01-01'],
  ['last-quarter', '2026-12-31T23:59:59Z', '2026-07-01', '2026-10-01'],
] as const)('%s at %s begins on %s and ends before %s', (period, now, first, after) => {
  expect(endedDays(period, new Date(now))).toEqual({
    from: `${first}T00:00:00.000Z`,
    to: `${after}T00:00:00.000Z`,
  });
});
