import type { EntityManager } from 'typeorm';
import { statementsOf, type FurnishedRecord } from '../domain/statements.js';
import { splitByRepeatedKey } from './split-by-repeated-key.js';

const KEY = ['subject_id', 'dataset', 'model', 'furnishing_entity_id'] as const;

const COLUMNS = [
  ...KEY,
  'network_id',
  'record_id',
  'performed_at',
  'furnished_at',
  'content',
  'uploads',
  'stated_business',
] as const;

type Column = (typeof COLUMNS)[number];

type StatementColumns = Readonly<Record<Exclude<Column, 'uploads' | 'stated_business'>, string>> & {
  readonly uploads: string | null;
  readonly stated_business: string | null;
};

const CONTENT = ['content', 'uploads', 'stated_business'] as const;

const VERIFIED_LATER = `((s.performed_at, s.furnished_at, excluded.record_id)
    < (excluded.performed_at, excluded.furnished_at, s.record_id))`;

const FURNISHED_LATER = `((coalesce(s.newest_furnished_at, s.furnished_at), excluded.record_id)
    < (excluded.furnished_at, coalesce(s.newest_record_id, s.record_id)))`;

const standing = (column: string) =>
  `${column} = case when ${VERIFIED_LATER} then excluded.${column} else s.${column} end`;

const newest = (column: string) => `newest_${column} = case
    when ${VERIFIED_LATER} and ${FURNISHED_LATER} then null
    when ${FURNISHED_LATER} then excluded.${column}
    when ${VERIFIED_LATER} and s.newest_record_id is null and s.record_id <> excluded.record_id
      then s.${column}
    else s.newest_${column} end`;

/**
 * The later verification replaces an earlier one whole; of two performed at once the one furnished
 * later, then the lowest id. The last furnished one is stored beside it when it is another.
 */
const APPLY = `
insert into statement as s (${COLUMNS.join(', ')})
select ${COLUMNS.join(', ')} from json_populate_recordset(null::statement, $1)
order by ${KEY.join(', ')}
on conflict (${KEY.join(', ')}) do update set
  ${['record_id', 'performed_at', 'furnished_at', ...CONTENT].map(standing).join(', ')},
  ${['record_id', 'furnished_at', ...CONTENT].map(newest).join(', ')}
where ${VERIFIED_LATER} or ${FURNISHED_LATER}`;

/** Stores each section of the certificate, and the data of each template, that the records have. */
export async function keepStatements(
  manager: EntityManager,
  records: readonly FurnishedRecord[],
): Promise<void> {
  for (const statements of splitByRepeatedKey(records.flatMap(columnsOf), keyOf)) {
    await manager.query(APPLY, [JSON.stringify(statements)]);
  }
}

interface StoredStatement extends StatementColumns {
  readonly newest_content: string | null;
  readonly newest_uploads: string | null;
  readonly newest_stated_business: string | null;
  readonly newest_record_id: string | null;
  readonly newest_furnished_at: string | null;
}

/** Moves the statements about a merged subject to the remaining one, by the rules of new ones. */
export async function moveStatements(
  manager: EntityManager,
  subjectId: string,
  intoSubjectId: string,
): Promise<void> {
  const rows = await manager.query<{ row: StoredStatement }[]>(
    `with moved as (delete from statement where subject_id = $1 returning *)
     select to_jsonb(moved) as row from moved`,
    [subjectId],
  );
  const moved = rows.map(({ row }) => ({ ...row, subject_id: intoSubjectId }));
  for (const statements of [moved, moved.flatMap(newestOf)]) {
    if (statements.length > 0) await manager.query(APPLY, [JSON.stringify(statements)]);
  }
}

/**
 * Moves the statements of some records to another subject. A record that another one of its
 * furnisher had replaced is not stored here: it is read in furnishing afterwards.
 */
export async function moveRecordsTo(
  manager: EntityManager,
  subjectId: string,
  {
    newSubjectId,
    recordIds,
  }: { readonly newSubjectId: string; readonly recordIds: readonly string[] },
): Promise<void> {
  const rows = await manager.query<{ row: StoredStatement }[]>(
    `with moved as (
       delete from statement where subject_id = $1
         and (record_id = any($2::uuid[]) or newest_record_id = any($2::uuid[])) returning *
     )
     select to_jsonb(moved) as row from moved`,
    [subjectId, recordIds],
  );
  const isMoved = (id: string | null) => id !== null && recordIds.includes(id);
  const subjectOf = (id: string | null) => (isMoved(id) ? newSubjectId : subjectId);
  const statements = rows.map(({ row }) => ({ ...row, subject_id: subjectOf(row.record_id) }));
  const newest = statements
    .filter((row) => isMoved(row.record_id) === isMoved(row.newest_record_id))
    .flatMap(newestOf);
  for (const each of [statements, newest]) {
    if (each.length > 0) await manager.query(APPLY, [JSON.stringify(each)]);
  }
}

/**
 * Removes a record from the statements about some subjects; the other one of its row stays. A record
 * that another one had replaced is not stored here: furnishing publishes it again.
 */
export async function removeStatements(
  manager: EntityManager,
  subjectIds: readonly string[],
  recordId: string,
): Promise<void> {
  const rows = await manager.query<{ row: StoredStatement }[]>(
    `with removed as (
       delete from statement where subject_id = any($1::uuid[])
         and (record_id = $2 or newest_record_id = $2) returning *
     )
     select to_jsonb(removed) as row from removed`,
    [subjectIds, recordId],
  );
  const statements = rows.map(({ row }) => row);
  const stored: readonly { readonly record_id?: string | null }[] = [
    ...statements,
    ...statements.flatMap(newestOf),
  ];
  const others = stored.filter(({ record_id }) => record_id !== recordId);
  if (others.length > 0) await manager.query(APPLY, [JSON.stringify(others)]);
}

/** The last furnished record was verified earlier than the current one, so it never replaces it. */
function newestOf(row: StoredStatement): object[] {
  if (row.newest_content === null) return [];
  return [
    {
      ...row,
      performed_at: '-infinity',
      content: row.newest_content,
      uploads: row.newest_uploads,
      stated_business: row.newest_stated_business,
      record_id: row.newest_record_id,
      furnished_at: row.newest_furnished_at,
    },
  ];
}

function columnsOf(record: FurnishedRecord): StatementColumns[] {
  return statementsOf(record).map(({ dataset, model, performedAt, text, uploads }) => ({
    subject_id: record.subject_id,
    dataset,
    model,
    furnishing_entity_id: record.furnishing_entity_id,
    network_id: record.network_id,
    record_id: record.record_id,
    performed_at: performedAt,
    furnished_at: record.furnished_at,
    content: text,
    uploads,
    stated_business: record.stated_business && JSON.stringify(record.stated_business),
  }));
}

function keyOf(statement: StatementColumns): string {
  return KEY.map((column) => statement[column]).join(' ');
}
