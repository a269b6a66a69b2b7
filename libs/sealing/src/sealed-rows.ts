import type { DataSource, EntityManager } from 'typeorm';
import type { SealedColumn } from './sealed-column.js';

/** A row of a declared column: its primary key and the column, all as text. */
export interface SealedRow {
  readonly key: readonly string[];
  readonly text: string;
}

interface Typed {
  readonly name: string;
  readonly type: string;
}

/** Reads and replaces the texts of one declared column, in the order of its table's primary key. */
export class SealedRows {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly declared: SealedColumn,
    private readonly key: readonly Typed[],
    private readonly type: string,
  ) {}

  /** @throws Error when there is no such column, or its table has no primary key */
  static async of(dataSource: DataSource, declared: SealedColumn): Promise<SealedRows> {
    const columns = await dataSource.query<(Typed & { place: number | null })[]>(COLUMNS, [
      declared.table,
    ]);
    const type = columns.find(({ name }) => name === declared.column)?.type;
    const key = columns.filter(({ place }) => place !== null);
    if (type === undefined || key.length === 0) {
      throw new Error(`${declared.table}.${declared.column} cannot be read by a primary key`);
    }
    return new SealedRows(dataSource, declared, key, type);
  }

  /** Every row once, in batches; one that is inserted meanwhile may be missed. */
  async *batches(size: number): AsyncGenerator<readonly SealedRow[]> {
    const { table, column, where = 'true' } = this.declared;
    const key = this.key.map(({ name }) => name).join(', ');
    const after = this.key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
    let last: readonly string[] | undefined;
    for (;;) {
      const rows = await this.dataSource.query<{ key: string[]; text: string }[]>(
        `select array[${this.key.map(({ name }) => `${name}::text`).join(', ')}] as key,
                ${column}::text as text
         from ${table}
         where ${column} is not null and (${where}) ${last ? `and (${key}) > (${after})` : ''}
         order by ${key} limit ${size}`,
        [...(last ?? [])],
      );
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
      last = rows.at(-1)?.key;
    }
  }

  /**
   * Replaces texts that have not changed since they were read. Locked and changed rows are skipped,
   * so that nothing waits, deadlocks or loses a write.
   * @returns the number of replaced rows
   */
  async replace(
    manager: EntityManager,
    changes: readonly (SealedRow & { readonly next: string })[],
  ): Promise<number> {
    const { table, column } = this.declared;
    const names = this.key.map((_, index) => `k${index}`);
    const sameRow = (given: string) =>
      this.key
        .map(({ name, type }, index) => `t.${name} = ${given}.k${index}::${type}`)
        .join(' and ');
    const arrays = [...names, 'old', 'next'].map((_, index) => `$${index + 1}::text[]`).join(', ');
    const replaced = await manager.query<unknown[]>(
      `with given as (select * from unnest(${arrays}) as given (${[...names, 'old', 'next'].join(', ')})),
       free as (
         select given.* from ${table} t join given on ${sameRow('given')}
         where t.${column}::text = given.old for update of t skip locked),
       replaced as (
         update ${table} t set ${column} = free.next::${this.type}
         from free where ${sameRow('free')} returning 1)
       select 1 from replaced`,
      [
        ...names.map((_, place) => changes.map(({ key }) => key[place])),
        changes.map(({ text }) => text),
        changes.map(({ next }) => next),
      ],
    );
    return replaced.length;
  }
}

const COLUMNS = `
select attribute.attname as name, format_type(attribute.atttypid, null) as type,
       array_position(primary_key.indkey::int2[], attribute.attnum) as place
from pg_attribute attribute
left join pg_index primary_key
  on primary_key.indrelid = attribute.attrelid and primary_key.indisprimary
where attribute.attrelid = $1::regclass and attribute.attnum > 0 and not attribute.attisdropped
order by place nulls last`;
