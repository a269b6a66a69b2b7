import { CONFIG, DATABASE_URL, LOGGER } from '@ndx/service';
import { serviceVariable } from '@ndx/contracts';
import { connecting, createPool } from '@ndx/postgres';
import { PoolMetrics, type Logger } from '@ndx/telemetry';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import type { ProductQueryConfig } from '../product-query.config.js';

/**
 * Planning costs more than execution, so a named statement keeps its first plan. That plan may be
 * made while tables are still small, hence table scans are disabled.
 */
const PLAN_ONCE = [
  ...['plan_cache_mode = force_generic_plan', 'jit = off', 'enable_seqscan = off'],
  ...['enable_hashjoin = off', 'enable_mergejoin = off'],
]
  .map((setting) => `set ${setting};`)
  .join(' ');

/** The connections of the hot path, whose named statements are planned once (design 3). */
@Injectable()
export class QueryPool implements OnModuleInit, OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
    @Inject(CONFIG) config: ProductQueryConfig,
    @Inject(LOGGER) logger: Logger,
    @Inject(PoolMetrics) metrics: PoolMetrics,
  ) {
    this.pool = createPool(config, {
      connectionString: databaseUrl,
      max: config.QUERY_POOL_SIZE,
      connectionTimeoutMillis: 5_000,
      // Batched queries must not wait forever for an unresponsive server.
      query_timeout: 10_000,
      // Not among the startup parameters, which a pooler may reject or ignore.
      onConnect: PLAN_ONCE,
    });
    metrics.add('queries', this.pool);
    // A broken idle connection is replaced at its next use; that use reports the error.
    this.pool.on('error', (err) => {
      logger.warn({ err }, 'idle database connection closed');
    });
  }

  /**
   * Opens a connection: the process does not become ready without one.
   * @throws DatabaseFailure when the database, or a pooler before it, refuses it
   */
  async onModuleInit(): Promise<void> {
    const variable = serviceVariable('product-query', 'DATABASE_URL');
    await connecting({ variable, url: this.databaseUrl }, () => this.pool.query('select 1'));
  }

  /** Runs a named prepared statement. */
  async rows<R extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<R[]> {
    const { rows } = await this.pool.query<R>({ name, text, values });
    return rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
