import type { DataSource, EntityManager } from 'typeorm';

/** What waits for the end of a transaction. */
const waiting = new WeakMap<EntityManager, (() => void)[]>();

/**
 * Runs the work in a transaction and returns its result once that is committed. Postgres answers
 * the `COMMIT` of a transaction in which a statement failed by quietly rolling it back; the last
 * statement here fails in such a one, so that work which hid an error is never taken as done.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  let afterwards: readonly (() => void)[] = [];
  const result = await dataSource.transaction(async (manager) => {
    const done = await work(manager);
    await manager.query('select 1');
    afterwards = waiting.get(manager) ?? [];
    return done;
  });
  for (const tell of afterwards) tell();
  return result;
}

/**
 * Has something told, such as a figure, once the transaction is committed, and never when it is
 * rolled back. It must not fail: what it tells of is done.
 */
export function afterCommit(manager: EntityManager, tell: () => void): void {
  const others = waiting.get(manager);
  if (others) others.push(tell);
  else waiting.set(manager, [tell]);
}
