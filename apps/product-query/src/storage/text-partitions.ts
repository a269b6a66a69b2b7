import { inTransaction } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LOCK_ARCHIVE } from './text-parts.js';

const DAY_MS = 86_400_000;

/** Days after the current one that have a partition. */
const AHEAD = 3;

/** Postgres searches the default partition for rows of a new one, and blocks queries meanwhile. */
const MAX_DEFAULT_BYTES = 16_000_000;

/** The statements behind one that waits for a lock wait, too. */
const LOCK_TIMEOUT = `set local lock_timeout = '750ms'`;

export const DEFAULT_PARTITION = 'query_text_default';

const HAS_PLACE = `
select to_regclass($1) is null
  and pg_relation_size('${DEFAULT_PARTITION}') < ${MAX_DEFAULT_BYTES}
  and not exists (select from ${DEFAULT_PARTITION} where occurred_at >= $2 and occurred_at < $3)
  as has_place`;

const PARTITIONS = `
select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
where inhparent = 'query_text'::regclass and relname ~ '^query_text_[0-9]{8}$' order by relname`;

/** A partition with the texts of a day. */
export interface TextPartition {
  readonly name: string;
  /** The day after it, at midnight (UTC). */
  readonly end: Date;
}

/** The partitions of `query_text`, one for each day (decision 0146). */
@Injectable()
export class TextPartitions {
  constructor(private readonly dataSource: DataSource) {}

  /** Creates the partitions of the current day and of the following ones. */
  async createAhead(): Promise<void> {
    const now = Date.now();
    for (let day = 0; day <= AHEAD; day += 1) await this.create(new Date(now + day * DAY_MS));
  }

  /** Creates the partition of a time, unless the default one has queries of its day or is large. */
  async create(time: Date): Promise<void> {
    const { name, start, end } = dayOf(time);
    await inTransaction(this.dataSource, async (manager) => {
      await manager.query(LOCK_TIMEOUT);
      await manager.query(LOCK_ARCHIVE);
      const [row] = await manager.query<{ has_place: boolean }[]>(HAS_PLACE, [name, start, end]);
      if (!row?.has_place) return;
      // Postgres compresses the certificate alone to reach the target.
      await manager.query(
        `create table ${name} (like query_text including all) with (toast_tuple_target = 4080)`,
      );
      await manager.query(
        `alter table query_text attach partition ${name}
         for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
      );
    });
  }

  /** The oldest partition whose texts are all from before a time. */
  async oldest(manager: EntityManager, before: Date): Promise<TextPartition | undefined> {
    const rows = await manager.query<{ name: string }[]>(PARTITIONS);
    return rows
      .map(({ name }) => ({ name, end: dayOf(dayIn(name)).end }))
      .find(({ end }) => end <= before);
  }

  /**
   * Drops a partition in the caller's transaction if the parts of the archive have its queries.
   * Otherwise removes these parts: a query was stored after they were written.
   * @returns the number of its queries; undefined when it was not dropped
   * @throws QueryFailedError when queries hold its table for longer than the lock timeout
   */
  async drop(manager: EntityManager, { name }: TextPartition): Promise<number | undefined> {
    await manager.query(LOCK_TIMEOUT);
    await manager.query(`lock table ${name} in share mode`);
    const [row] = await manager.query<{ stored: number; archived: number }[]>(
      `select (select count(*)::integer from ${name}) as stored,
         (select coalesce(sum(queries), 0)::integer from query_text_part where partition = $1)
           as archived`,
      [name],
    );
    if (row?.stored !== row?.archived) {
      await manager.query('delete from query_text_part where partition = $1', [name]);
      return undefined;
    }
    await manager.query(`drop table ${name}`);
    await manager.query('update query_text_part set partition = null where partition = $1', [name]);
    return row?.stored;
  }
}

function dayOf(time: Date): { readonly name: string; readonly start: Date; readonly end: Date } {
  const start = new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
  const day = start.toISOString().slice(0, 10).replaceAll('-', '');
  return { name: `query_text_${day}`, start, end: new Date(start.getTime() + DAY_MS) };
}

function dayIn(name: string): Date {
  return new Date(`${name.slice(-8).replace(/(..)(..)$/, '-$1-$2')}T00:00:00Z`);
}
