import { createHash } from 'node:crypto';

/** A table whose old rows have their texts in files: what differs between such tables. */
export interface ArchivedTable<Text extends string = string> {
  /** Its rows, in the output of the command; the column of `parts` with the number of rows. */
  readonly plural: 'certificates' | 'query_events';
  readonly table: string;
  readonly id: string;
  /** The time that decides whether a row is old. */
  readonly time: string;
  /** The columns by which rows are archived in order; an index has them. */
  readonly position: readonly string[];
  /** SQL: the rows after the last one of this run (`$2`, its id; null for none). */
  readonly isNext: string;
  /** The columns of a line before its texts, the id first. */
  readonly columns: readonly string[];
  /** The columns that are in the file alone; the first one of a stored row is not null. */
  readonly texts: readonly [Text, ...Text[]];
  /** The table of its files. */
  readonly parts: string;
  /** The folder of its files. */
  readonly folder: string;
  /** The detail of the answer when a file cannot be read. */
  readonly unreadable: string;
}

export type ArchivedTexts<Text extends string> = Readonly<Record<Text, string | null>>;

/** A row to archive: the columns of a line, and which row it is. */
export type RowToArchive<Text extends string = string> = ArchivedTexts<Text> &
  Readonly<Record<string, unknown>> & { readonly id: string; readonly time: Date };

/** A recorded file. */
export interface ArchivePart {
  readonly part: number;
  readonly file: string;
  readonly sha256: string;
  /** The number of its rows. */
  readonly rows: number;
}

/** Concurrent commands wait; set apart from other users of advisory locks in the database. */
export const LOCK_ARCHIVE = 'select pg_advisory_xact_lock(6204118)';

export function statementsOf(archived: ArchivedTable) {
  const { plural, table, id, time, position, isNext, columns, texts, parts } = archived;
  const [text] = texts;
  const order = position.join(', ');
  const part = `select part, file, sha256, ${plural} as rows from ${parts}`;
  const placeholders = position.map((_, index) => `$${index + 5}`).join(', ');
  return {
    /** `$1`: at most. */
    next: `
select ${id} as id, ${time} as time, ${[...columns, ...texts].join(', ')} from ${table}
where ${isNext} and ${text} is not null order by ${order} limit $1`,
    /** `$5` and the following ones: the position of the last row. */
    record: `
insert into ${parts} (file, sha256, bytes, ${plural}, ${position.map((column) => `last_${column}`).join(', ')})
values ($1, $2, $3, $4, ${placeholders}) returning part`,
    /** `$1`: the part; `$2`: ids. */
    remove: `
update ${table} set archive_part = $1, ${texts.map((column) => `${column} = null`).join(', ')}
where ${id} = any($2::uuid[]) and ${text} is not null returning 1`,
    /** The newest, so that archiving continues after the parts that are left. */
    newest: `${part} order by part desc limit 1`,
    /** `$1`: the part; `$2`: ids; `$3` and the following ones: texts. */
    restore: `
update ${table} set archive_part = null, ${texts.map((column) => `${column} = given.${column}`).join(', ')}
from unnest($2::uuid[], ${texts.map((_, index) => `$${index + 3}::text[]`).join(', ')})
  as given (id, ${texts.join(', ')})
where ${table}.${id} = given.id and archive_part = $1 returning 1`,
    forget: `delete from ${parts} where part = $1`,
    parts: `${part} order by part`,
    /** `$1`: parts. */
    partsAmong: `${part} where part = any($1::integer[]) order by part`,
    /** The ids of the rows whose texts are in a file. `$1`: the part; `$2`: ids. */
    known: `
select ${id} as id from ${table}
where ${id} = any($2::uuid[]) and archive_part = $1 and ${text} is null`,
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A line of a file: the columns of a row, and its texts with their digests. */
export function lineOf<Text extends string>(
  { columns, texts }: ArchivedTable<Text>,
  row: RowToArchive<Text>,
): string {
  return JSON.stringify(
    Object.fromEntries([
      ...columns.map((column) => [column, row[column]]),
      ...texts.flatMap((column) => [
        [`${column}_sha256`, digestOf(row[column])],
        [column, row[column]],
      ]),
    ]),
  );
}

/** The id of the row in a line, without reading the rest of it. */
export function idIn({ id }: ArchivedTable, line: string): string {
  const start = `{"${id}":"`;
  return line.startsWith(start) ? line.slice(start.length, start.length + 36) : '';
}

/** @throws Error when a text has another digest */
export function textsIn<Text extends string>(
  archived: ArchivedTable<Text>,
  line: string,
): ArchivedTexts<Text> {
  const row = JSON.parse(line) as Readonly<Record<string, string | null>> & ArchivedTexts<Text>;
  for (const text of archived.texts) {
    if (digestOf(row[text]) !== row[`${text}_sha256`]) {
      throw new Error(`the ${text} of ${archived.table} ${idIn(archived, line)} is altered`);
    }
  }
  return row;
}

function digestOf(text: string | null): string | null {
  return text === null ? null : sha256(text);
}
