import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '@ndx/contracts';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { Logger } from '@ndx/telemetry';

/**
 * How long a statement of a migration may wait for a lock, in milliseconds. Whoever asks for the
 * table after it waits behind it for as long, so it gives way rather than make callers wait; and it
 * does before Postgres looks for deadlocks (after 1 s), which would end the other transaction as
 * likely as this one.
 */
export const LOCK_TIMEOUT_MS = 750;

/** lock_not_available, deadlock_detected. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

const TEN_MINUTES_MS = 600_000;

/** How patiently a migration tries to come between the transactions of others. */
export interface Patience {
  /** Longest time in all, in milliseconds; ten minutes by default. */
  readonly giveUpAfterMs?: number | undefined;
  readonly logger: Logger | undefined;
  /** Where it is seen who is in the way. */
  readonly dataSource: DataSource;
}

/**
 * Does the work, again and again after pauses that grow, until no lock of another transaction is in
 * its way; each attempt is one transaction, or can be repeated.
 *
 * @throws what the work throws, once `giveUpAfterMs` is over or when it is about anything else
 */
export async function givingWay<Result>(
  what: string,
  { giveUpAfterMs = TEN_MINUTES_MS, logger, dataSource }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveUpAt = Date.now() + giveUpAfterMs;
  const backoff = new Backoff(250, 15_000);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error) || Date.now() >= giveUpAt) throw error;
    }
    // Unequal pauses: two that give way to each other do not meet again.
    const pause = backoff.next() * (0.5 + Math.random());
    logger?.warn(
      { migration: what, pause_ms: Math.round(pause), oldest: await oldest(dataSource) },
      'a lock is in the way; giving way and trying again',
    );
    await sleep(Math.max(0, Math.min(pause, giveUpAt - Date.now())));
  }
}

function isInTheWay(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { driverError } = error as QueryFailedError<Error & { readonly code?: unknown }>;
  return IN_THE_WAY.has(String(driverError.code));
}

/** Whose transactions are open longest: they are what is waited for, more often than not. */
async function oldest(dataSource: DataSource): Promise<readonly string[]> {
  const rows = await dataSource.query<{ who: string }[]>(`
    select format('%s (Postgres process %s, %s) since %s', coalesce(nullif(application_name, ''),
      usename), pid, state, xact_start) as who
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`);
  return rows.map(({ who }) => who);
}
