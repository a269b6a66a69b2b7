import { expect, test } from '@jest/globals';
import { mergedByTime, type SourcePart } from './merged-by-time.js';

interface Item {
  readonly id: string;
  readonly occurred_at: string;
}

/** A part of a list with items at these hours, newest first. */
function part(source: string, hours: readonly number[], next?: string): SourcePart<Item> {
  const items = hours.map((hour) => ({
    id: `${source} ${hour}`,
    occurred_at: `2026-01-15T${String(hour).padStart(2, '0')}:00:00.000Z`,
  }));
  return { source, items, next };
}

const idsOf = (loaded: readonly (readonly SourcePart<Item>[])[]) =>
  mergedByTime(loaded).items.map(({ id }) => id);

test('items of several lists are in the order of their time', () => {
  expect(idsOf([[part('consent', [9, 3]), part('policy', [11, 7])]])).toEqual([
    'policy 11',
    'consent 9',
    'policy 7',
    'consent 3',
  ]);
});

test('an item is not shown while a list that is not read to its end can have newer ones', () => {
  const first = [part('consent', [9, 3]), part('policy', [11, 7], 'next')];
  expect(idsOf([first])).toEqual(['policy 11', 'consent 9', 'policy 7']);
  expect(idsOf([first, [part('policy', [5])]])).toEqual([
    ...['policy 11', 'consent 9', 'policy 7', 'policy 5', 'consent 3'],
  ]);
});

test('one list keeps its own order', () => {
  expect(idsOf([[part('policy', [7, 9], 'next')], [part('policy', [8])]])).toEqual([
    'policy 7',
    'policy 9',
    'policy 8',
  ]);
});

test('a last part without an item is known', () => {
  expect(mergedByTime([[part('policy', [7], 'next')], [part('policy', [])]])).toMatchObject({
    isLastEmpty: true,
  });
  expect(mergedByTime([[part('policy', []), part('consent', [1])]]).isLastEmpty).toBe(false);
});
