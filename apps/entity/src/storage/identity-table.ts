import type { EntityManager } from 'typeorm';
import type { Subject } from '../domain/subject.js';
import { LostRaceError } from './lost-race.js';

/** How one kind of identity lies in its table; a row travels as one JSON object. */
export interface IdentityTable<S extends Subject, Columns extends object> {
  readonly name: string;
  /** The columns of its unique keys: rows are inserted in their order, so that batches do not deadlock. */
  readonly keyColumns: string;
  readonly toColumns: (subject: S) => Columns;
  readonly toSubject: (columns: Columns) => S;
}

/** Whether the identities that are read may change before the transaction ends. */
export type Lock = 'unlocked' | 'locked';

/** Which identities `i` of a table, in which order. */
export interface Selection {
  readonly condition: string;
  readonly parameters: unknown[];
}

/** Those of the ids that exist, by id. */
export async function selectByIds<S extends Subject, Columns extends object>(
  manager: EntityManager,
  table: IdentityTable<S, Columns>,
  ids: readonly string[],
): Promise<S[]> {
  const condition = 'i.id = any($1::uuid[]) order by i.id';
  return select(manager, table, { condition, parameters: [ids] });
}

export async function select<S extends Subject, Columns extends object>(
  manager: EntityManager,
  table: IdentityTable<S, Columns>,
  selection: Selection,
): Promise<S[]> {
  const statement = selectStatement(table, selection);
  const rows = await manager.query<{ columns: Columns }[]>(statement, selection.parameters);
  return rows.map(({ columns }) => table.toSubject(columns));
}

/** Only those that are left in the end become JSON: a search sorts more than it answers. */
export function selectStatement(
  table: Pick<IdentityTable<Subject, object>, 'name'>,
  { condition }: Selection,
): string {
  return `select to_jsonb(found) as columns
    from (select i.* from ${table.name} i where ${condition}) found`;
}

/** In one statement. @throws LostRaceError when one of them exists already */
export async function insertAll<S extends Subject, Columns extends object>(
  manager: EntityManager,
  table: IdentityTable<S, Columns>,
  subjects: readonly S[],
): Promise<void> {
  const names = columnNames(table, subjects);
  await write(
    manager,
    `insert into ${table.name} (${names.join(', ')})
     select ${names.join(', ')} from jsonb_populate_recordset(null::${table.name}, $1::jsonb)
     order by ${table.keyColumns} on conflict do nothing returning id`,
    subjects.map((subject) => table.toColumns(subject)),
  );
}

/** In one statement. @throws LostRaceError when one of them has another revision by now */
export async function updateAll<S extends Subject, Columns extends object>(
  manager: EntityManager,
  table: IdentityTable<S, Columns>,
  subjects: readonly S[],
): Promise<void> {
  const assignments = columnNames(table, subjects).map((name) => `${name} = new.${name}`);
  await write(
    manager,
    `update ${table.name} i set ${assignments.join(', ')}
     from jsonb_populate_recordset(null::${table.name}, $1::jsonb) new
     where i.id = new.id and i.revision = new.revision - 1 returning i.id`,
    subjects
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((subject) => table.toColumns(subject)),
  );
}

/** For a selection: by id, so that two who lock the same identities do not deadlock. */
export function inOrder(lock: Lock): string {
  return lock === 'locked' ? 'order by i.id for update of i' : 'order by i.id';
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

function columnNames<S extends Subject, Columns extends object>(
  table: IdentityTable<S, Columns>,
  subjects: readonly S[],
): string[] {
  const [first] = subjects;
  return first ? Object.keys(table.toColumns(first)) : [];
}
