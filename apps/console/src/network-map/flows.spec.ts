import { describe, expect, test } from '@jest/globals';
import { flowsOf, pictureOf } from './flows.js';

const anAnswer = (querying_entity_id: string, ...furnishing_entity_ids: readonly string[]) => ({
  querying_entity_id,
  furnishing_entity_ids: [...furnishing_entity_ids],
});

describe('the flows of a network', () => {
  test('count an answer once for each of its furnishers, the largest first', () => {
    const answers = [anAnswer('q', 'a'), anAnswer('q', 'b', 'b'), anAnswer('q', 'a', 'b')];
    expect(flowsOf([...answers, anAnswer('q', 'a')])).toEqual([
      { furnisherId: 'a', querierId: 'q', answers: 3 },
      { furnisherId: 'b', querierId: 'q', answers: 2 },
    ]);
  });

  test('have answers whose furnishers the reader may not know', () => {
    expect(flowsOf([anAnswer('q')])).toEqual([{ furnisherId: null, querierId: 'q', answers: 1 }]);
  });

  test('are drawn with the number of answers of each institution', () => {
    const { layers, links } = pictureOf([anAnswer('q', 'a', 'b'), anAnswer('q', 'a')], (id) => id);
    expect(layers.map(({ nodes }) => nodes.map(({ label }) => label))).toEqual([
      ['a: 2', 'b: 1'],
      ['q: 2'],
    ]);
    expect(links.map(({ weight }) => weight)).toEqual([2, 1]);
  });

  test('are drawn with the largest institutions by name and the others together', () => {
    const answers = Array.from({ length: 10 }, (_, index) =>
      Array.from({ length: 20 - index }, () => anAnswer('q', `bank ${index}`)),
    ).flat();
    const { layers, links } = pictureOf(answers, (id) => id);
    const [furnishers, queriers] = layers.map(({ nodes }) => nodes.map(({ label }) => label));
    expect(furnishers?.slice(-2)).toEqual(['bank 7: 13', '2 others: 23']);
    expect(queriers).toEqual([`q: ${answers.length}`]);
    expect(links.reduce((sum, { weight = 0 }) => sum + weight, 0)).toBe(answers.length);
  });
});
