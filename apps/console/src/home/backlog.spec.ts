import { expect, test } from '@jest/globals';
import { backlogOf, latestOf, mostOf } from './backlog.js';

const sample = (minute: number, consumer_lag: number | null) => ({
  at: `2026-01-15T09:0${minute}:00.000Z`,
  ...{ consumer_lag, outbox_events: 2, parked_events: 1 },
});

test('a backlog is the sum of its figures, and unknown where one is', () => {
  const backlog = backlogOf({ samples: [sample(0, 4), sample(1, null), sample(2, 0)] });
  expect(backlog.map(({ total }) => total)).toEqual([7, null, 3]);
  expect(mostOf(backlog)).toBe(7);
  expect(latestOf(backlog)).toMatchObject({ lag: 0, outbox: 2, parked: 1 });
});

test('a process that has recorded nothing yet has no backlog', () => {
  expect([mostOf(backlogOf({ samples: [] })), latestOf([])]).toEqual([0, undefined]);
});
