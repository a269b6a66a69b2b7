import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '@ndx/contracts';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { Logger } from '@ndx/telemetry';

/**
 * Lock timeout of a migration statement, in milliseconds. Requests that need the table queue behind
 * a waiting migration, so the migration must give up first; and before the deadlock check of
 * Postgres (after 1 s), which could abort the other transaction.
 */
export const LOCK_TIMEOUT_MS = 750;

/** lock_not_available, deadlock_detected. */
const LOCK_ERRORS = new Set(['55P03', '40P01']);

const TEN_MINUTES_MS = 600_000;

/** Options for retries of locked migrations. */
export interface LockRetryOptions {
  /** Total timeout in milliseconds; ten minutes by default. */
  readonly giveUpAfterMs?: number | undefined;
  readonly logger: Logger | undefined;
  /** Connection that reads which transactions hold locks. */
  readonly dataSource: DataSource;
}

/**
 * Retries the work with backoff until no lock of another transaction blocks it. Each attempt is one
 * transaction, or idempotent.
 *
 * @throws the error of the work after `giveUpAfterMs`, and any error other than a lock at once
 */
export async function retryOnLock<Result>(
  what: string,
  { giveUpAfterMs = TEN_MINUTES_MS, logger, dataSource }: LockRetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveUpAt = Date.now() + giveUpAfterMs;
  const backoff = new Backoff(250, 15_000);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockError(error) || Date.now() >= giveUpAt) throw error;
    }
    // Jitter: two migrations that block each other do not retry at the same time.
    const pause = backoff.next() * (0.5 + Math.random());
    logger?.warn(
      { migration: what, pause_ms: Math.round(pause), oldest: await oldest(dataSource) },
      'lock timeout; retrying the migration',
    );
    await sleep(Math.max(0, Math.min(pause, giveUpAt - Date.now())));
  }
}

function isLockError(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { driverError } = error as QueryFailedError<Error & { readonly code?: unknown }>;
  return LOCK_ERRORS.has(String(driverError.code));
}

/** The longest open transactions, which are the likely lock holders. */
async function oldest(dataSource: DataSource): Promise<readonly string[]> {
  const rows = await dataSource.query<{ who: string }[]>(`
    select format('%s (Postgres process %s, %s) since %s', coalesce(nullif(application_name, ''),
      usename), pid, state, xact_start) as who
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`);
  return rows.map(({ who }) => who);
}
