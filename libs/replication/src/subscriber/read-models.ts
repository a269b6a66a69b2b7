import type { Aggregate } from '@ndx/contracts';
import type { ReadModelRow } from '@ndx/messaging';
import type { DataSource } from 'typeorm';
import type { ReadModel } from './read-model.js';

/** The keys after the first and through the second; null: from the first key, through the last. */
export interface KeyRange {
  readonly aggregate: Aggregate;
  readonly after: string | null;
  readonly through: string | null;
}

/** The last event that a row applied. */
export interface RowVersion {
  readonly key: string;
  readonly revision: number;
  readonly event_id: string;
}

/** The rows of a range that differ from the owner's aggregates, as reported to the owner. */
export interface ComparedRows {
  /** In the order of their keys; cut off after the longest answer. */
  readonly rows: readonly RowVersion[];
  /** Keys with parked events; their rows are outdated until the events are redriven. */
  readonly parked_keys: readonly string[];
}

/** More rows than an owner compares at once: the next comparison finds the others. */
const LONGEST_ANSWER = 5_000;

/** The read models of a service, for the comparison by their owners (replication 5). */
export class ReadModels {
  constructor(
    private readonly dataSource: DataSource,
    private readonly consumer: string,
    private readonly tables: readonly ReadModel[],
  ) {}

  /** @returns undefined when the digest equals the digest of the rows in the range */
  async compare(range: KeyRange, digest: string): Promise<ComparedRows | undefined> {
    const { aggregate, after, through } = range;
    const { table, key, where } = this.tableOf(aggregate);
    // A row from before events were recorded with it is compared when its next event arrives.
    // The first use of a parameter gives it the type of the key.
    const within = `from ${table} c where (${where}) and event_id is not null
      and (${key} > $1 or $1 is null) and (${key} <= $2 or $2 is null)`;
    const [own] = await this.dataSource.query<{ digest: string }[]>(
      `select ${rowsDigest(`${key}::text`)} as digest ${within}`,
      [after, through],
    );
    if (own?.digest === digest) return undefined;
    const rows = await this.dataSource.query<RowVersion[]>(
      `select ${key} as key, revision::float8 as revision, event_id ${within} order by ${key}
       limit ${LONGEST_ANSWER}`,
      [after, through],
    );
    const parked = await this.dataSource.query<{ key: string }[]>(
      'select key from parked_key where consumer = $1',
      [this.consumer],
    );
    return { rows, parked_keys: parked.map((row) => row.key) };
  }

  /** @returns undefined where there is none */
  async read(aggregate: Aggregate, id: string): Promise<ReadModelRow | undefined> {
    const { table, key, where, state } = this.tableOf(aggregate);
    const [row] = await this.dataSource.query<Omit<ReadModelRow, 'aggregate' | 'key'>[]>(
      `select revision::float8 as revision, event_id, ${state} as state, null as refused_event_id
       from ${table} c where (${where}) and ${key} = $1`,
      [id],
    );
    return row && { aggregate, key: id, ...row };
  }

  /**
   * Removes the row of an aggregate that its owner does not have, if it is as it was read.
   * @returns false where a row without an owner is kept, because less is permitted with it
   */
  async remove(aggregate: Aggregate, { key: id, event_id }: RowVersion): Promise<boolean> {
    const { table, key, where, unknown } = this.tableOf(aggregate);
    if (unknown === 'kept') return false;
    await this.dataSource.query(
      `delete from ${table} c where (${where}) and ${key} = $1 and event_id = $2`,
      [id, event_id],
    );
    return true;
  }

  private tableOf(aggregate: Aggregate): ReadModel {
    const table = this.tables.find((each) => each.aggregate === aggregate);
    if (!table) throw new Error(`${this.consumer} keeps no read model of ${aggregate}`);
    return table;
  }
}

/** SQL of the digest of rows with an `event_id`; the same at the owner and at a subscriber. */
export function rowsDigest(key: string): string {
  return `coalesce(md5(string_agg(${key} || ' ' || event_id, ',' order by ${key} collate "C")), '')`;
}
