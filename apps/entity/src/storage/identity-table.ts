import type { EntityManager } from 'typeorm';
import type { Subject } from '../domain/subject.js';
import { LostRaceError } from './lost-race.js';

/** Rows are passed as JSON objects. */
export interface Table {
  readonly name: string;
  /**
   * The columns of its unique keys: rows are inserted in their order, so that batches do not
   * deadlock.
   */
  readonly keyColumns: string;
}

/** The table of one kind of identity, and the SQL that reads it with its other tables. */
export interface IdentityTable<S extends Subject, Row> extends Table {
  /** SQL of the `Row` of the identity `found`. */
  readonly json: string;
  readonly toColumns: (subject: S) => object;
  readonly toSubject: (row: Row) => S;
}

/** Whether the rows may change before the transaction ends. */
export type Lock = 'unlocked' | 'locked';

/** Condition on and order of the identities `i`. */
export interface Selection {
  /** SQL source of `i`; default: the table. */
  readonly from?: (table: string) => string;
  readonly condition: string;
  readonly parameters: unknown[];
}

/** The part of an EntityManager that reads need. */
export type Reader = Pick<EntityManager, 'query'>;

/** The existing identities among the ids, by id. */
export async function selectByIds<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  ids: readonly string[],
): Promise<S[]> {
  const condition = 'i.id = any($1::uuid[]) order by i.id';
  return select(manager, table, { condition, parameters: [ids] });
}

export async function select<S extends Subject, Row>(
  manager: Reader,
  table: IdentityTable<S, Row>,
  selection: Selection,
): Promise<S[]> {
  const statement = selectStatement(table, selection);
  const rows = await manager.query<{ row: Row }[]>(statement, selection.parameters);
  return rows.map(({ row }) => table.toSubject(row));
}

/**
 * The identities that meet a condition, by id. Locks are taken in id order, so that two
 * transactions do not deadlock, and before the read: a statement that waits for a lock sees other
 * tables as they were when it began.
 */
export async function selectMatches<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  { condition, parameters }: Selection,
  lock: Lock,
): Promise<S[]> {
  const inOrder = `${condition} order by i.id`;
  if (lock === 'locked') {
    const statement = `select from ${table.name} i where ${inOrder} for update of i`;
    await manager.query(statement, parameters);
  }
  return select(manager, table, { condition: inOrder, parameters });
}

/** Only returned rows become JSON: a search sorts more rows than it returns. */
export function selectStatement(
  table: Pick<IdentityTable<Subject, object>, 'name' | 'json'>,
  { from = (name) => name, condition }: Selection,
): string {
  return `select ${table.json} as row
    from (select i.* from ${from(table.name)} i where ${condition}) found`;
}

/** Inserts the subjects in one statement. @throws LostRaceError when one of them already exists */
export async function insertAll<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  subjects: readonly S[],
): Promise<void> {
  const rows = subjects.map((subject) => table.toColumns(subject));
  await insertRows(manager, table, rows);
}

/** Inserts rows in one statement. @throws LostRaceError when one of their keys already exists */
export async function insertRows(
  manager: EntityManager,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  const names = columnNames(rows).join(', ');
  await write(
    manager,
    `insert into ${table.name} (${names})
     select ${names} from json_populate_recordset(null::${table.name}, $1)
     order by ${table.keyColumns} on conflict do nothing returning 1`,
    rows,
  );
}

/** Updates the subjects in one statement. @throws LostRaceError when a revision has changed */
export async function updateAll<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  subjects: readonly S[],
): Promise<void> {
  const rows = subjects
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((subject) => table.toColumns(subject));
  const assignments = columnNames(rows).map((name) => `${name} = new.${name}`);
  await write(
    manager,
    `update ${table.name} i set ${assignments.join(', ')}
     from json_populate_recordset(null::${table.name}, $1) new
     where i.id = new.id and i.revision = new.revision - 1 returning i.id`,
    rows,
  );
}

async function write(manager: EntityManager, sql: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const result: unknown = await manager.query(sql, [JSON.stringify(rows)]);
  if (writtenRows(result) !== rows.length) throw new LostRaceError();
}

/** TypeORM returns rows for an insert, rows and their number for an update. */
function writtenRows(result: unknown): number {
  if (!Array.isArray(result)) return 0;
  const [first, count] = result as unknown[];
  return Array.isArray(first) && typeof count === 'number' ? count : result.length;
}

function columnNames(rows: readonly object[]): string[] {
  return Object.keys(rows[0] ?? {});
}
