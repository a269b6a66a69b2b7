import { expect, test } from '@jest/globals';
import { splitByRepeatedKey } from './split-by-repeated-key.js';

const keyed = (...items: readonly string[]) => splitByRepeatedKey(items, (item) => item.charAt(0));

test('items with different keys are one part', () => {
  expect(keyed('a1', 'b1', 'c1')).toEqual([['a1', 'b1', 'c1']]);
});

test('items with the same key are in different parts, in their order', () => {
  expect(keyed('a1', 'a2', 'b1', 'a3', 'b2')).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']]);
});

test('no items give no parts', () => {
  expect(keyed()).toEqual([]);
});
