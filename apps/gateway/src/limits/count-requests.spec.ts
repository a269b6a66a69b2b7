import { expect, test } from '@jest/globals';
import { createTestDatabase } from '@ndx/testing';
import pg from 'pg';
import { COUNTS_TABLE, countRequests } from './count-requests.js';

const LIMIT = 10;

test('a shared count has each admitted request for a minute, and no rejected one', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const count = (requests: number) => countRequests(pool, 'a bank', requests, LIMIT);
  const usedBefore = async (requests: number) => (await count(requests)).used;
  /** As if time had passed; the test has ten seconds for each step. */
  const age = (seconds: number) =>
    pool.query('UPDATE rate_limit_window SET second = second - $1', [seconds]);
  try {
    await pool.query(COUNTS_TABLE);
    expect(await usedBefore(4)).toBe(0);
    await age(30);
    expect(await usedBefore(20)).toBe(4);
    expect(await usedBefore(1)).toBe(LIMIT);
    await age(20);
    expect(await usedBefore(0)).toBe(LIMIT);
    await age(12);
    expect(await usedBefore(0)).toBe(6);
    expect((await count(0)).freesInMs).toBeLessThanOrEqual(29_000);
    await age(1_000);
    expect(await count(0)).toEqual({ used: 0, freesInMs: 0 });
  } finally {
    await pool.end();
    await database.drop();
  }
});
