import type { DataSource, EntityManager } from 'typeorm';
import { awaitCommit, runAfterCommit } from './after-commit.js';

/**
 * Runs the work in a transaction and returns its result once that is committed. Postgres answers
 * the `COMMIT` of a transaction in which a statement failed by quietly rolling it back; the last
 * statement here fails in such a one, so that work which hid an error is never taken as done.
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
