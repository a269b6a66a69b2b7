import type { Aggregate } from '@ndx/contracts';
import type { EventContext, EventEnvelope } from '@ndx/messaging';

export interface ReadModelOptions {
  readonly aggregate: Aggregate;
  readonly table: `${string}_copy`;
  /** The column that names the aggregate. */
  readonly key: string;
  /** SQL of the state by the payload's member names, of a row `c`; default: its columns. */
  readonly state?: string;
  /** Condition on the rows of the aggregate; default: all rows. */
  readonly where?: string;
  /**
   * The handling of a row whose aggregate the owner does not have (any more): `removed` if that
   * permits less, else `kept`.
   */
  readonly unknown: 'removed' | 'kept';
}

/** A table with one row for each aggregate of a kind that another service owns. */
export interface ReadModel extends Required<ReadModelOptions> {
  /** The table that `keepNewest` writes; also the other tables from which a removal deletes. */
  readonly table: `${string}_copy`;
}

export function readModel(options: ReadModelOptions): ReadModel {
  return { state: 'to_jsonb(c)', where: 'true', ...options };
}

/** An event for a row, as SQL expressions of its revision and its predecessors. */
interface EventColumns {
  readonly revision: string;
  readonly predecessors: string;
}

/**
 * SQL: whether the newest event of a row directly precedes an event, so that the event's state has
 * every change of the row (replication 4). If an earlier release wrote either of them, a higher
 * revision decides.
 * @param row the name of a row with `revision` and `event_id`
 */
export function isNext(row: string, event: EventColumns): string {
  return precedes(row, event, `${row}.revision < ${event.revision}`);
}

/**
 * The same for an event without the state: of an earlier release, only the next revision is next.
 */
export function isDirectlyNext(row: string, event: EventColumns): string {
  return precedes(row, event, `${row}.revision + 1 = ${event.revision}`);
}

function precedes(row: string, { predecessors }: EventColumns, byRevision: string): string {
  return `(case when ${row}.event_id is null or ${predecessors}::text is null then ${byRevision}
    else ${row}.event_id = any(string_to_array(${predecessors}::text, ' ')::uuid[]) end)`;
}

/** The predecessors of an event as a parameter of `isNext`. */
export function predecessorsOf({ predecessors }: EventEnvelope): string | null {
  return predecessors?.join(' ') ?? null;
}

interface StoredRow {
  readonly revision: number;
  readonly event_id: string | null;
  readonly state: Readonly<Record<string, unknown>>;
}

/**
 * Maintains a read model of another service's aggregates. Their revision only increases: an
 * event that is not the next one changes nothing, for any order of events (design 3). Such an event
 * is then reported with the state of the row, unless the same event brought it there: a restored
 * owner issues revisions again, and its new changes must not count as applied (replication 4).
 * @param columns of the table beside its key, each also a member of the stored object
 */
export function keepNewest<Column extends string>(
  { aggregate, table, key, state: stateSql }: ReadModel,
  ...columns: readonly ['revision', ...Column[]]
) {
  const all = [key, 'event_id', ...columns];
  const insert = `
    insert into ${table} (${all.join(', ')})
    values (${all.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict (${key}) do update
    set ${['event_id', ...columns].map((column) => `${column} = excluded.${column}`).join(', ')}
    where ${isNext(table, { revision: 'excluded.revision', predecessors: `$${all.length + 1}` })}
    returning 1`;
  // A separate statement: it must see a row that another transaction has just committed.
  const read = `select revision, event_id, ${stateSql} as state from ${table} c where ${key} = $1`;
  return async (
    { manager, envelope, overtaken }: EventContext,
    state: Readonly<Record<Column | 'revision', unknown>>,
  ): Promise<void> => {
    const values = [envelope.subject, envelope.id, ...columns.map((column) => state[column])];
    const kept = await manager.query<unknown[]>(insert, [...values, predecessorsOf(envelope)]);
    if (kept.length > 0) return;
    const [row] = await manager.query<StoredRow[]>(read, [envelope.subject]);
    if (row === undefined) throw new Error(`the row of ${aggregate} ${envelope.subject} is gone`);
    if (row.event_id === envelope.id) return;
    await overtaken({ ...row, aggregate, key: envelope.subject, refused_event_id: envelope.id });
  };
}
