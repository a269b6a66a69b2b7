import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { inTurns } from './in-turns.js';

test('other work has a turn after an item that takes long, and the results have the order of the items', async () => {
  const order: string[] = [];
  const mapped = inTurns(['a', 'b', 'c'], (item) => {
    order.push(item);
    const until = performance.now() + 2;
    while (performance.now() < until);
    return item.toUpperCase();
  });
  for (const other of ['1', '2']) {
    order.push(other);
    await endOfTurn();
  }
  expect(await mapped).toEqual(['A', 'B', 'C']);
  expect(order).toEqual(['a', '1', 'b', '2', 'c']);
});
