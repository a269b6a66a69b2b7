import type { EntityManager } from 'typeorm';

/** A column of a primary key. */
export interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

/**
 * The primary key of a table, in its order.
 * @throws Error when the table has none
 */
export async function primaryKeyOf(
  manager: EntityManager,
  table: string,
): Promise<readonly KeyColumn[]> {
  const columns = await manager.query<KeyColumn[]>(
    `select attribute.attname as name, format_type(attribute.atttypid, attribute.atttypmod) as type
     from pg_index primary_key
     join pg_attribute attribute on attribute.attrelid = primary_key.indrelid
       and attribute.attnum = any(primary_key.indkey)
     where primary_key.indrelid = $1::regclass and primary_key.indisprimary
     order by array_position(primary_key.indkey::int2[], attribute.attnum)`,
    [table],
  );
  if (columns.length === 0) throw new Error(`${table} has no primary key to walk along`);
  return columns;
}
