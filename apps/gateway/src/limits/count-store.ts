import { createPool } from '@ndx/postgres';
import { type TracingConfig } from '@ndx/telemetry';
import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { WINDOW_SECONDS } from './counter.js';

/** Timeout of maintenance statements; no request waits for them. */
const TIMEOUT_MS = 5_000;
const CONNECTIONS = 4;
const TABLE = 'rate_limit_count';
/** An arbitrary advisory lock number, shared by all creators of the table. */
const MAKING_THE_TABLE = 7_249_031;

/** The counts that replicas share: a table of a Postgres database. */
export class CountStore {
  readonly pool: pg.Pool;
  private readonly counts: RateLimiterPostgres;

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
    this.counts = new RateLimiterPostgres({
      storeClient: this.pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      keyPrefix: '',
      points: 0,
      duration: WINDOW_SECONDS,
    });
  }

  /**
   * Creates the table if necessary. It is unlogged: counts need not survive a crash.
   * @throws Error when the store cannot be used
   */
  async open(): Promise<void> {
    await this.pool.query(
      `SELECT pg_advisory_xact_lock(${MAKING_THE_TABLE});
       CREATE UNLOGGED TABLE IF NOT EXISTS ${TABLE}
         (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`,
    );
  }

  /** Adds to a count. @throws Error when the store cannot be used */
  add(name: string, points: number) {
    return this.counts.penalty(name, points);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
