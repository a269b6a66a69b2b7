import type { Pool } from 'pg';
import { sealedValuesIn, type SealedColumn } from './sealed-column.js';
import { SEALED_VALUE, SEALED_VALUE_SQL } from './sealer.js';

/** A column of a base table of a database. */
export interface DatabaseColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * The undeclared columns of a database with encrypted values: a rotation of keys would miss them,
 * and removing the old key would lose them.
 * @returns each as `table.column`
 */
export async function undeclaredSealedValues(
  pool: Pool,
  declared: readonly SealedColumn[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const place of await columnsOf(pool)) {
    const own = declared.filter(
      ({ table, column }) => table === place.table && column === place.column,
    );
    if (await holdsUndeclared(pool, place, own)) found.push(`${place.table}.${place.column}`);
  }
  return found;
}

/** Every column of every table of a service. */
export async function columnsOf(pool: Pool): Promise<readonly DatabaseColumn[]> {
  const { rows } = await pool.query<DatabaseColumn>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column
     from information_schema.columns natural join information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, 2`,
  );
  return rows;
}

async function holdsUndeclared(
  pool: Pool,
  { table, column }: DatabaseColumn,
  declared: readonly SealedColumn[],
): Promise<boolean> {
  const conditions = declared.map(({ where = 'true' }) => `(${where})`);
  const { rows } = await pool.query<{ text: string; applies: boolean[] }>(
    `select ${column}::text as text, array[${conditions.join(', ')}]::boolean[] as applies
     from ${table} where ${column}::text ~ $1`,
    [SEALED_VALUE_SQL],
  );
  return rows.some(({ text, applies }) => {
    const known = declared.flatMap((one, index) =>
      applies[index] === true ? sealedValuesIn(text, one) : [],
    );
    return [...text.matchAll(SEALED_VALUE)].some(([value]) => !known.includes(value));
  });
}
