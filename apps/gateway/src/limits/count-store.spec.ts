import { expect, test } from '@jest/globals';
import { createTestDatabase } from '@ndx/testing';
import { CountStore } from './count-store.js';

const LIMIT = 10;

test('a shared count has each admitted request for a minute, and no rejected one', async () => {
  const database = await createTestDatabase();
  const never = { OTEL_EXPORTER_OTLP_ENDPOINT: '' };
  const store = new CountStore(database.url, never, () => undefined);
  const usedBefore = async (requests: number) => (await store.add('a bank', requests, LIMIT)).used;
  /** As if time had passed; the test has ten seconds for each step. */
  const age = (seconds: number) =>
    store.pool.query('UPDATE rate_limit_window SET second = second - $1', [seconds]);
  try {
    await store.open();
    expect(await usedBefore(4)).toBe(0);
    await age(30);
    expect(await usedBefore(20)).toBe(4);
    expect(await usedBefore(1)).toBe(LIMIT);
    await age(20);
    expect(await usedBefore(0)).toBe(LIMIT);
    await age(12);
    expect(await usedBefore(0)).toBe(6);
    expect((await store.add('a bank', 0, LIMIT)).freesInMs).toBeLessThanOrEqual(29_000);
    await age(1_000);
    expect(await store.add('a bank', 0, LIMIT)).toEqual({ used: 0, freesInMs: 0 });
  } finally {
    await store.close();
    await database.drop();
  }
});
