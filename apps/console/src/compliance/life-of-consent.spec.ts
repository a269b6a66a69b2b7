import { describe, expect, test } from '@jest/globals';
import type { TimelineEntry } from '../timeline/timeline-entry.js';
import { countedSteps, spanOf, stepsOf } from './life-of-consent.js';

const anEntry = (day: number, step?: TimelineEntry['step']): TimelineEntry => ({
  ...{ key: String(day), occurred_at: `2026-01-0${day}T00:00:00.000Z`, did: [] },
  ...(step && { step }),
});

const aConsent = (revoked_at: string | null) => ({
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2027-01-01T00:00:00Z',
  revoked_at,
});

describe('the life of a consent', () => {
  const steps = stepsOf([
    anEntry(4, 'issued'),
    anEntry(3),
    anEntry(2, 'issued'),
    anEntry(1, 'granted'),
  ]);

  test('counts each step with its first and last time', () => {
    expect(countedSteps(steps)).toEqual([
      {
        step: 'granted',
        count: 1,
        first: '2026-01-01T00:00:00.000Z',
        last: '2026-01-01T00:00:00.000Z',
      },
      {
        step: 'issued',
        count: 2,
        first: '2026-01-02T00:00:00.000Z',
        last: '2026-01-04T00:00:00.000Z',
      },
    ]);
  });

  test('ends when the consent expires, or earlier when it was revoked', () => {
    expect(spanOf(aConsent(null), steps).end).toBe(Date.parse('2027-01-01'));
    expect(spanOf(aConsent('2026-01-03T00:00:00Z'), steps)).toEqual({
      start: Date.parse('2026-01-01'),
      end: Date.parse('2026-01-03'),
      last: Date.parse('2026-01-04'),
    });
  });
});
