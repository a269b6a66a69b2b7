import type { Aggregate } from '@ndx/contracts';
import type { EventContext } from '../inbox/event-handler.js';

export interface CopyTableOptions {
  readonly aggregate: Aggregate;
  readonly table: `${string}_copy`;
  /** The column that names the aggregate. */
  readonly key: string;
  /** SQL of the state by the payload's member names, of a row `c`; the columns unless it says otherwise. */
  readonly state?: string;
  /** Which rows of the table are of the aggregate; all unless it says otherwise. */
  readonly where?: string;
  /**
   * What becomes of a copy of an aggregate that its owner does not have (any more): `removed` where
   * less is permitted without it, else `kept`.
   */
  readonly unknown: 'removed' | 'kept';
}

/** Where a service keeps its copies of one kind of aggregate. */
export interface CopyTable extends Required<CopyTableOptions> {
  /** The table that `newestCopy` writes; also with what else a removal deletes. */
  readonly table: `${string}_copy`;
}

export function copyTable(options: CopyTableOptions): CopyTable {
  return { state: 'to_jsonb(c)', where: 'true', ...options };
}

interface StandingRow {
  readonly revision: number;
  readonly event_id: string | null;
  readonly state: Readonly<Record<string, unknown>>;
}

/**
 * Keeps a service's copies of another's aggregates, which only ever move forward: an older or equal
 * `revision` changes nothing, in whatever order events arrive (design 3). It is then reported how
 * the copy stands, unless it is the event itself that brought it there: an owner whose database was
 * put back gives revisions again, and such a change must not be taken for applied (decision 0062).
 *
 * @param columns of the table beside its key, each also a member of what is stored
 */
export function newestCopy<Column extends string>(
  { aggregate, table, key, state }: CopyTable,
  ...columns: readonly ['revision', ...Column[]]
) {
  const all = [key, 'event_id', ...columns];
  const insert = `
    insert into ${table} (${all.join(', ')})
    values (${all.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict (${key}) do update
    set ${['event_id', ...columns].map((column) => `${column} = excluded.${column}`).join(', ')}
    where ${table}.revision < excluded.revision
    returning 1`;
  // A statement of its own: it must see the row that another transaction has just committed.
  const read = `select revision, event_id, ${state} as state from ${table} c where ${key} = $1`;
  return async (
    { manager, envelope, overtaken }: EventContext,
    copy: Readonly<Record<Column | 'revision', unknown>>,
  ): Promise<void> => {
    const values = [envelope.subject, envelope.id, ...columns.map((column) => copy[column])];
    const kept = await manager.query<unknown[]>(insert, values);
    if (kept.length > 0) return;
    const [row] = await manager.query<StandingRow[]>(read, [envelope.subject]);
    if (row === undefined) throw new Error(`the copy of ${aggregate} ${envelope.subject} is gone`);
    if (row.event_id === envelope.id) return;
    await overtaken({ ...row, aggregate, key: envelope.subject, refused_event_id: envelope.id });
  };
}
