import { createPool } from '@ndx/postgres';
import { type TracingConfig } from '@ndx/telemetry';
import type pg from 'pg';
import { WINDOW_SECONDS, type Count } from './counter.js';

/** Timeout of maintenance statements; no request waits for them. */
const TIMEOUT_MS = 5_000;
const CONNECTIONS = 4;
const TABLE = 'rate_limit_window';
/** An arbitrary advisory lock number, shared by all creators of the table. */
const MAKING_THE_TABLE = 7_249_031;

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

/** The counts that replicas share: a table of a Postgres database. */
export class CountStore {
  readonly pool: pg.Pool;

  /** @param onLost called when an idle connection is lost */
  constructor(
    url: string,
    config: Pick<TracingConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
    onLost: (error: Error) => void,
  ) {
    this.pool = createPool(config, {
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      // A request would have to wait for another one.
      idleTimeoutMillis: 0,
      keepAlive: true,
      application_name: 'gateway rate limits',
    });
    this.pool.on('error', onLost);
  }

  /**
   * Creates the table if necessary. It is unlogged: counts need not survive a crash.
   * @throws Error when the store cannot be used
   */
  async open(): Promise<void> {
    await this.pool.query(
      `SELECT pg_advisory_xact_lock(${MAKING_THE_TABLE});
       CREATE UNLOGGED TABLE IF NOT EXISTS ${TABLE}
         (name text PRIMARY KEY, second integer NOT NULL, counts integer[] NOT NULL, used integer NOT NULL)`,
    );
  }

  /**
   * Counts requests up to the limit; returns the count before the first of them.
   * @throws Error when the store cannot be used
   */
  async add(name: string, requests: number, limit: number): Promise<Count> {
    const { rows } = await this.pool.query<{ used: number; counts: readonly number[] }>({
      name: 'count requests',
      text: COUNT,
      values: [name, requests, limit],
    });
    const [{ used, counts } = { used: 0, counts: [] }] = rows;
    const oldest = counts.findIndex((count) => count > 0);
    // Of a request in the current second, up to a second less.
    return { used, freesInMs: Math.min(oldest + 1, WINDOW_SECONDS) * 1_000 };
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
