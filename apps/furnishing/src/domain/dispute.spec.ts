import { describe, expect, test } from '@jest/globals';
import { businessDaysAfter } from './dispute.js';

describe('a deadline in business days', () => {
  test.each([
    ['Monday', '2026-01-12T09:30:00.000Z', '2026-01-19T09:30:00.000Z'],
    ['Friday', '2026-01-16T23:59:59.999Z', '2026-01-23T23:59:59.999Z'],
    ['Saturday', '2026-01-17T00:00:00.000Z', '2026-01-23T00:00:00.000Z'],
    ['Sunday', '2026-01-18T12:00:00.000Z', '2026-01-23T12:00:00.000Z'],
  ])('from a %s does not count Saturdays and Sundays', (_, from, to) => {
    expect(businessDaysAfter(new Date(from), 5).toISOString()).toBe(to);
  });
});
