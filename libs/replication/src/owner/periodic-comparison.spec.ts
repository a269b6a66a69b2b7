import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PeriodicComparison } from './periodic-comparison.js';

const EVERY_MS = 60_000;
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

// The clock stands still after `stop`: a wait that ignores it would never end.
test('stops during the pause of a round, and waits for no other round', async () => {
  let rounds = 0;
  const round = async (pause?: () => Promise<unknown>) => {
    rounds += 1;
    await pause?.();
    return [];
  };
  const comparison = new PeriodicComparison({ round }, EVERY_MS, logger);
  comparison.start();
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect(rounds).toBe(1);
  await comparison.stop();
  expect(rounds).toBe(1);
}, 5_000);
