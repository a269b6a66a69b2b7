import type { DataSource, EntityManager } from 'typeorm';
import { awaitCommit, runAfterCommit } from './after-commit.js';

/**
 * Runs the work in a transaction and returns its result after the commit. Postgres silently rolls
 * back the `COMMIT` of a transaction with a failed statement; the last statement here fails in that
 * case, so that work which hid an error does not count as committed.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const { manager, result } = await dataSource.transaction(async (manager) => {
    awaitCommit(manager);
    const result = await work(manager);
    await manager.query('select 1');
    return { manager, result };
  });
  runAfterCommit(manager);
  return result;
}
