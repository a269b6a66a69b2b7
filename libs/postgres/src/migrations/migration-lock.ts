import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ReportedFailure } from '@ndx/config';
import type { Logger } from '@ndx/telemetry';

/** An arbitrary number, the same for every runner. */
const MIGRATION_LOCK = '7213450117';

const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 10_000;

/** A holder whose machine is gone is detected within a minute by keepalive probes. */
const NOTICE_DEATH = `
set tcp_keepalives_idle = 30;
set tcp_keepalives_interval = 10;
set tcp_keepalives_count = 3;
-- The connection is idle while another one migrates.
set idle_session_timeout = 0`;

/** Options of the lock. */
export interface MigrationLockOptions {
  /** The address of the database; a pooler in between keeps sessions (decision 0121). */
  readonly url: string;
  /** The holder's name in the messages of waiting processes. */
  readonly holder: string;
  /** Longest wait for another runner, in milliseconds. */
  readonly waitMs: number;
  readonly logger: Logger;
}

/** Held by one runner at a time, for as long as its connection lives. */
export interface MigrationLock {
  /** @throws Error when the connection, and with it the lock, is lost */
  requireHeld(): Promise<void>;
}

/** Another runner holds the lock and does not end; the message names it. */
export class MigrationLockHeld extends ReportedFailure {
  override readonly name = 'MigrationLockHeld';
}

/**
 * Runs the work while no other runner does: Postgres releases the lock of a killed runner. The lock
 * is polled, never waited for in the database: a waiting statement holds a snapshot, for which the
 * holder's concurrent index build would wait.
 *
 * @throws MigrationLockHeld when another runner still holds it after `waitMs`
 */
export async function withMigrationLock<Result>(
  options: MigrationLockOptions,
  work: (lock: MigrationLock) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: options.holder,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await client.query(NOTICE_DEATH);
    await acquire(client, options);
    return await work({
      requireHeld: async () => {
        if (lost)
          throw new Error('the migration lock is lost with its connection', { cause: lost });
        await client.query('select 1');
      },
    });
  } finally {
    // The end of the session releases the lock.
    await client.end();
  }
}

async function acquire(client: pg.Client, { waitMs, logger }: MigrationLockOptions): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  let nextLogAt = Date.now();
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.held === true) return;
    const now = Date.now();
    if (now >= giveUpAt) {
      throw new MigrationLockHeld(
        `another migration runs since before, and did not end within ${waitMs / 1_000} s: ${await holderOf(client)}`,
      );
    }
    if (now >= nextLogAt) {
      logger.info({ holder: await holderOf(client) }, 'waiting for the migration lock');
      nextLogAt = now + TELL_EVERY_MS;
    }
    await sleep(Math.min(LOOK_EVERY_MS, giveUpAt - now));
  }
}

const HOLDER = `
select activity.pid, activity.application_name as name, activity.backend_start as since
from pg_locks held join pg_stat_activity activity using (pid)
where held.locktype = 'advisory' and held.granted and held.objsubid = 1
  and held.database = (select oid from pg_database where datname = current_database())
  and ((held.classid::bigint << 32) | held.objid::bigint) = $1`;

/** The connection is used only for the lock, so the lock is about as old. */
async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; since: Date }>(HOLDER, [
    MIGRATION_LOCK,
  ]);
  const [holder] = rows;
  if (!holder) return 'its holder has just released it';
  return `held by ${holder.name} (Postgres process ${holder.pid}) since ${holder.since.toISOString()}`;
}
