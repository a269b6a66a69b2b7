import { expect, test } from '@jest/globals';
import { mergedEntries, type LogPart } from './merged-entries.js';

type Service = LogPart['service'];

/** A part of a log with entries at these hours, newest first. */
function part(service: Service, hours: readonly number[], next?: string): LogPart {
  const items = hours.map((hour) => ({
    ...{ seq: hour, event_id: `${service} ${hour}`, type: 'type', subject: 'subject' },
    ...{ account_id: null, request_id: null, data: null, hash: '', is_intact: true },
    occurred_at: `2026-01-15T${String(hour).padStart(2, '0')}:00:00.000Z`,
  }));
  return { service, items, next };
}

const idsOf = (loaded: readonly (readonly LogPart[])[]) =>
  mergedEntries(loaded).items.map(({ event_id }) => event_id);

test('entries of several logs are in the order of their time', () => {
  expect(idsOf([[part('consent', [9, 3]), part('policy', [11, 7])]])).toEqual([
    'policy 11',
    'consent 9',
    'policy 7',
    'consent 3',
  ]);
});

test('an entry is not shown while a log that is not read to its end can have newer ones', () => {
  const first = [part('consent', [9, 3]), part('policy', [11, 7], 'next')];
  expect(idsOf([first])).toEqual(['policy 11', 'consent 9', 'policy 7']);
  expect(idsOf([first, [part('policy', [5])]])).toEqual([
    ...['policy 11', 'consent 9', 'policy 7', 'policy 5', 'consent 3'],
  ]);
});

test('one log keeps its own order', () => {
  expect(idsOf([[part('policy', [7, 9], 'next')], [part('policy', [8])]])).toEqual([
    'policy 7',
    'policy 9',
    'policy 8',
  ]);
});

test('a last part without an entry is known', () => {
  expect(mergedEntries([[part('policy', [7], 'next')], [part('policy', [])]])).toMatchObject({
    isLastEmpty: true,
  });
  expect(mergedEntries([[part('policy', []), part('consent', [1])]]).isLastEmpty).toBe(false);
});
