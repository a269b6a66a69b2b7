import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs the work in a transaction and returns its result once that is committed. Postgres answers
 * the `COMMIT` of a transaction in which a statement failed by quietly rolling it back; the last
 * statement here fails in such a one, so that work which hid an error is never taken as done.
 */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return dataSource.transaction(async (manager) => {
    const result = await work(manager);
    await manager.query('select 1');
    return result;
  });
}
