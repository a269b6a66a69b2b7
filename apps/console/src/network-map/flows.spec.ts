import { describe, expect, test } from '@jest/globals';
import { flowsOf, pictureOf, sumOf } from './flows.js';

const counted = (count: number, querying_entity_id: string, ...ids: readonly string[]) => ({
  ...{ count, querying_entity_id, furnishing_entity_ids: [...ids] },
});

describe('the flows of a network', () => {
  test('count an answer once for each of its furnishers, the largest first', () => {
    const counts = [counted(1, 'q', 'b'), counted(2, 'q', 'a'), counted(1, 'q', 'a', 'b')];
    expect(flowsOf(counts)).toEqual([
      { furnisherId: 'a', querierId: 'q', answers: 3 },
      { furnisherId: 'b', querierId: 'q', answers: 2 },
    ]);
  });

  test('have answers whose furnishers the reader may not know', () => {
    expect(flowsOf([counted(1, 'q')])).toEqual([{ furnisherId: null, querierId: 'q', answers: 1 }]);
  });

  test('are drawn with the number of answers of each institution', () => {
    const { layers, links } = pictureOf(
      [counted(1, 'q', 'a', 'b'), counted(1, 'q', 'a')],
      (id) => id,
    );
    expect(layers.map(({ nodes }) => nodes.map(({ label }) => label))).toEqual([
      ['a: 2', 'b: 1'],
      ['q: 2'],
    ]);
    expect(links.map(({ weight }) => weight)).toEqual([2, 1]);
  });

  test('are drawn with the largest institutions by name and the others together', () => {
    const counts = Array.from({ length: 10 }, (_, index) =>
      counted(20 - index, 'q', `bank ${index}`),
    );
    const { layers, links } = pictureOf(counts, (id) => id);
    const [furnishers, queriers] = layers.map(({ nodes }) => nodes.map(({ label }) => label));
    expect(furnishers?.slice(-2)).toEqual(['bank 7: 13', '2 others: 23']);
    expect(queriers).toEqual([`q: ${sumOf(counts)}`]);
    expect(links.reduce((sum, { weight = 0 }) => sum + weight, 0)).toBe(sumOf(counts));
  });
});
