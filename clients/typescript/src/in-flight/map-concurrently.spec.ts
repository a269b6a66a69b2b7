import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { batchesOf } from './batches.js';
import { mapConcurrently } from './map-concurrently.js';

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

test('batches have up to the given size, in the order of the input', async () => {
  expect(await collect(batchesOf([1, 2, 3, 4, 5], 2))).toEqual([[1, 2], [3, 4], [5]]);
});

test('results come in the order of the input, with a bounded number of calls in flight', async () => {
  let inFlight = 0;
  let most = 0;
  const results = mapConcurrently(batchesOf([5, 4, 3, 2, 1, 0], 1), 3, async ([item]) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    for (let turn = 0; turn <= (item ?? 0); turn += 1) await setImmediate();
    inFlight -= 1;
    return item;
  });
  expect(await collect(results)).toEqual([5, 4, 3, 2, 1, 0]);
  expect(most).toBe(3);
});

test('the first error ends the iteration, and the input is read no further', async () => {
  const read: number[] = [];
  async function* input() {
    for (const item of [0, 1, 2, 3, 4, 5]) {
      read.push(item);
      yield item;
    }
  }
  const results = mapConcurrently(input(), 2, async (item) => {
    if (item === 1) throw new Error('item 1');
    return item;
  });
  await expect(collect(results)).rejects.toThrow('item 1');
  expect(read).toEqual([0, 1, 2]);
});
