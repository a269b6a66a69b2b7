import { MigrationExecutor, type DataSource, type Migration, type QueryRunner } from 'typeorm';
import type { Logger } from '@ndx/telemetry';
import { retryOnLock, LOCK_TIMEOUT_MS } from './lock-retry.js';
import { withMigrationLock, type MigrationLock } from './migration-lock.js';
import { schemaState } from './schema-state.js';

export interface MigrateOptions {
  /** The address of the database of `dataSource`. */
  readonly url: string;
  /** The name of this runner in the messages of waiting ones. */
  readonly holder: string;
  readonly logger: Logger;
  /** Longest wait for another runner, in milliseconds. */
  readonly waitMs?: number;
  /** Total time in milliseconds during which a migration retries after lock timeouts. */
  readonly giveUpAfterMs?: number;
}

const TEN_MINUTES_MS = 600_000;

/**
 * Brings the schema up to date, one migration after another. A second runner waits, then finds
 * nothing to do. A schema that is ahead of the code is not changed.
 *
 * @param dataSource with at least two connections: one migrates, the other watches locks
 * @returns the names of the executed migrations
 * @throws MigrationLockHeld when another runner does not end
 */
export async function migrate(dataSource: DataSource, options: MigrateOptions): Promise<string[]> {
  const { waitMs = TEN_MINUTES_MS, logger } = options;
  return withMigrationLock({ ...options, waitMs }, async (lock) => {
    // Read after the lock is held: the previous holder may have run them all.
    const { pending, unknown } = await schemaState(dataSource);
    if (unknown.length > 0) {
      logger.info({ unknown }, 'database was migrated by a later version; keeping its schema');
    }
    for (const [index, migration] of pending.entries()) {
      const place = `${index + 1} of ${pending.length}`;
      logger.info({ migration: migration.name, place }, 'migrating');
      const startedAt = performance.now();
      // The commit of the last one makes all of them durable.
      const isDurable = index === pending.length - 1;
      await runOne(dataSource, lock, { migration, isDurable }, options);
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ migration: migration.name, place, duration_ms: ms }, 'migrated');
    }
    return pending.map(({ name }) => name);
  });
}

async function runOne(
  dataSource: DataSource,
  lock: MigrationLock,
  { migration, isDurable }: { readonly migration: Migration; readonly isDurable: boolean },
  { logger, giveUpAfterMs }: MigrateOptions,
): Promise<void> {
  const retry = { giveUpAfterMs, logger, dataSource };
  await retryOnLock(migration.name, retry, async () => {
    await lock.requireHeld();
    const runner = dataSource.createQueryRunner();
    const executor = new MigrationExecutor(dataSource, runner);
    try {
      if (migration.instance?.transaction === false) await executor.executeMigration(migration);
      else await inTransaction(runner, isDurable, () => executor.executeMigration(migration));
    } finally {
      await runner.release();
    }
  });
}

/** Its effects and its record are committed together. */
async function inTransaction(
  runner: QueryRunner,
  isDurable: boolean,
  work: () => Promise<unknown>,
): Promise<void> {
  await runner.manager.transaction(async (manager) => {
    await manager.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    if (!isDurable) await manager.query('set local synchronous_commit = off');
    await work();
  });
}
