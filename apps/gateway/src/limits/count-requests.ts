import type pg from 'pg';
import { WINDOW_SECONDS, type Count } from './counter.js';

const TABLE = 'rate_limit_window';

/** Creates the table, unlogged: counts need not survive a crash. */
export const COUNTS_TABLE = `CREATE UNLOGGED TABLE IF NOT EXISTS ${TABLE}
  (name text PRIMARY KEY, second integer NOT NULL, counts integer[] NOT NULL, used integer NOT NULL)`;

/** The whole seconds that a window of any start touches. */
const COUNTED_SECONDS = WINDOW_SECONDS + 1;

/**
 * Moves the window of a name to the current second and counts there as many requests as fit. The row
 * is locked meanwhile, so replicas together admit the limit exactly.
 */
const COUNT = `
  INSERT INTO ${TABLE} AS stored (name, second, counts, used)
  VALUES ($1, floor(extract(epoch FROM clock_timestamp())),
    array_fill(0, ARRAY[${COUNTED_SECONDS - 1}]) || least($2::integer, $3::integer), 0)
  ON CONFLICT (name) DO UPDATE SET (second, counts, used) = (
    SELECT greatest(stored.second, excluded.second),
      moved.counts[1:${COUNTED_SECONDS - 1}] || moved.counts[${COUNTED_SECONDS}]
        + least($2, greatest(0, $3 - total.used)),
      total.used
    FROM (SELECT least(${COUNTED_SECONDS}, greatest(0, excluded.second - stored.second))) AS passed (seconds),
      LATERAL (SELECT stored.counts[passed.seconds + 1:] || array_fill(0, ARRAY[passed.seconds])) AS moved (counts),
      LATERAL (SELECT sum(count)::integer FROM unnest(moved.counts) AS count) AS total (used))
  RETURNING used, counts`;

/** Counts requests of all replicas up to the limit; returns the count before the first of them. */
export async function countRequests(
  pool: pg.Pool,
  name: string,
  requests: number,
  limit: number,
): Promise<Count> {
  const { rows } = await pool.query<{ used: number; counts: readonly number[] }>({
    name: 'count requests',
    text: COUNT,
    values: [name, requests, limit],
  });
  const [{ used, counts } = { used: 0, counts: [] }] = rows;
  const oldest = counts.findIndex((count) => count > 0);
  // Of a request in the current second, up to a second less.
  return { used, freesInMs: Math.min(oldest + 1, WINDOW_SECONDS) * 1_000 };
}
