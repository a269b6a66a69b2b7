import type { EntityManager } from 'typeorm';
import type { Subject } from '../domain/subject.js';
import { LostRaceError } from './lost-race.js';

/** Rows travel as JSON objects. */
export interface Table {
  readonly name: string;
  /** The columns of its unique keys: rows are inserted in their order, so that batches do not deadlock. */
  readonly keyColumns: string;
}

/** How one kind of identity lies in its table, and is read with what lies in others. */
export interface IdentityTable<S extends Subject, Row> extends Table {
  /** SQL of the `Row` of the identity `found`. */
  readonly json: string;
  readonly toColumns: (subject: S) => object;
  readonly toSubject: (row: Row) => S;
}

/** Whether the identities that are read may change before the transaction ends. */
export type Lock = 'unlocked' | 'locked';

/** Which identities `i` of a table, in which order. */
export interface Selection {
  /** SQL of where `i` is taken from; the table unless it says otherwise. */
  readonly from?: (table: string) => string;
  readonly condition: string;
  readonly parameters: unknown[];
}

/** What reads need of a manager. */
export type Reader = Pick<EntityManager, 'query'>;

/** Those of the ids that exist, by id. */
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
 * Those that meet a condition, by id. Locks are taken in that order, so that two who lock the same
 * identities do not deadlock, and before anything is read: the statement that waits for a lock
 * still sees other tables as they were when it began.
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

/** In one statement. @throws LostRaceError when one of them exists already */
export async function insertAll<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  subjects: readonly S[],
): Promise<void> {
  const rows = subjects.map((subject) => table.toColumns(subject));
  await insertRows(manager, table, rows);
}

/** In one statement. @throws LostRaceError when one of their keys exists already */
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

/** In one statement. @throws LostRaceError when one of them has another revision by now */
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

/** TypeORM answers an insert with its rows, an update with its rows and their number. */
function writtenRows(result: unknown): number {
  if (!Array.isArray(result)) return 0;
  const [first, count] = result as unknown[];
  return Array.isArray(first) && typeof count === 'number' ? count : result.length;
}

function columnNames(rows: readonly object[]): string[] {
  return Object.keys(rows[0] ?? {});
}
