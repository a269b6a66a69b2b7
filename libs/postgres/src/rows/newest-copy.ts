import type { EntityManager } from 'typeorm';

/**
 * Keeps a service's copies of another's aggregates, which only ever move forward: an older or equal
 * `revision` changes nothing, in whatever order events arrive (design 3). Returns what stores one.
 *
 * @param columns of the table, each also a member of what is stored; the first names the aggregate
 */
export function newestCopy<Column extends string>(
  table: `${string}_copy`,
  ...columns: readonly [Column, 'revision', ...Column[]]
) {
  const [key, ...rest] = columns;
  const statement = `
    insert into ${table} (${columns.join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict (${key}) do update
    set ${rest.map((column) => `${column} = excluded.${column}`).join(', ')}
    where ${table}.revision < excluded.revision`;
  return async (
    manager: EntityManager,
    copy: Readonly<Record<Column | 'revision', unknown>>,
  ): Promise<void> => {
    await manager.query(
      statement,
      columns.map((column) => copy[column]),
    );
  };
}
