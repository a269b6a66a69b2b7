import { createPool } from '@ndx/postgres';
import type { Logger, TracingConfig } from '@ndx/telemetry';
import type pg from 'pg';

/** Timeout of maintenance statements; no request waits for them. */
const TIMEOUT_MS = 5_000;
const CONNECTIONS = 4;
const RETRY_MS = 1_000;
/** An arbitrary advisory lock number, shared by all creators of the tables. */
const MAKING_THE_TABLES = 7_249_031;

/**
 * A Postgres database for what the replicas share and need not keep after a crash. While it does not
 * respond in time, each replica relies on its own memory, and retries the database every second.
 */
export class SharedStore {
  readonly pool: pg.Pool;
  private isOpen = false;
  private hasFailed = false;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;

  /** @param tables statements that create the unlogged tables, if they do not exist */
  constructor(
    url: string,
    config: Pick<TracingConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
    private readonly tables: readonly string[],
    /** Timeout of a statement for a request, in milliseconds. */
    private readonly timeoutMs: number,
    private readonly logger: Logger,
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
    this.pool.on('error', (error) =>
      logger.debug({ err: error }, 'idle connection to the rate limit store closed'),
    );
  }

  /** Whether it responded last time. */
  get isUsable(): boolean {
    return this.isOpen;
  }

  /** Starts to use the database; retries until it is available. */
  async open(): Promise<void> {
    try {
      await this.pool.query(
        [`SELECT pg_advisory_xact_lock(${MAKING_THE_TABLES})`, ...this.tables].join(';\n'),
      );
      this.isOpen = true;
      if (this.hasFailed) this.logger.info('rate limit store recovered');
      this.hasFailed = false;
    } catch (error) {
      this.fail(error);
    }
  }

  /** The result of a statement; undefined while the database cannot be used. */
  async ask<T>(statement: (pool: pg.Pool) => Promise<T>): Promise<T | undefined> {
    if (!this.isOpen) return undefined;
    try {
      return await within(this.timeoutMs, statement(this.pool));
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.pool.end();
  }

  /** Logs the failure once, and retries until it succeeds. */
  private fail(error: unknown): void {
    if (this.isClosed) return;
    if (!this.hasFailed) {
      this.logger.warn(
        { err: error },
        'rate limit store timeout; this replica counts and remembers DPoP proofs locally',
      );
    }
    this.hasFailed = true;
    this.isOpen = false;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      this.open().catch((cause: unknown) => this.fail(cause));
    }, RETRY_MS).unref();
  }
}

/** @throws Error when it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
