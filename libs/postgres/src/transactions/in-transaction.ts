import type { DataSource, EntityManager } from 'typeorm';
import { awaitCommit, runAfterCommit } from './after-commit.js';
import { ReplicationWatch } from './replication.js';

/**
 * Runs the work in a transaction and returns its result after the commit. Postgres silently rolls
 * back the `COMMIT` of a transaction with a failed statement; the last statement here fails in that
 * case, so that work which hid an error does not count as committed.
 *
 * @throws NotReplicatedError when the commit did not wait for a synchronous standby
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  let watch: ReplicationWatch | undefined;
  try {
    watch = await ReplicationWatch.of(runner);
    const { manager, result } = await runner.manager.transaction(async (manager) => {
      awaitCommit(manager);
      const result = await work(manager);
      await manager.query('select 1');
      return { manager, result };
    });
    watch.verify();
    runAfterCommit(manager);
    return result;
  } finally {
    watch?.stop();
    await runner.release();
  }
}
