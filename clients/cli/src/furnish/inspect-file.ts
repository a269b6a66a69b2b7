import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CliError } from '../cli-error.js';
import { DamagedValues } from './damaged-values.js';
import { DateColumns } from './date-columns.js';
import { encodingOf, type Encoding } from './encoding.js';
import { toRecord, type Mapping } from './mapping.js';
import { hasHeader, isText, readRows } from './read-rows.js';
import { RegistrationNames, type TwoNames } from './registration-names.js';
import type { DateOrder } from './start-of-day.js';

export interface InspectedFile {
  /** Names a run: the same content to the same target gives the same name. */
  readonly runId: string;
  readonly rows: number;
  /** The columns of its header line; none for NDJSON. */
  readonly columns: readonly string[];
  /** Rows that name the business of one registration differently. */
  readonly twoNames: readonly TwoNames[];
  /** With the order of the days in each column of dates. */
  readonly mapping: Mapping | undefined;
  /** The orders that the values of columns showed. */
  readonly dateOrders: ReadonlyMap<string, DateOrder>;
  /** Columns that the mapping does not name: their values are not furnished. */
  readonly unmapped: readonly string[];
}

export interface InspectOptions {
  readonly mapping?: Mapping | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly sheet?: string | undefined;
  /** The order of the days in columns of dates; as their values show by default. */
  readonly dates?: DateOrder | undefined;
  /** Where the file is furnished; part of the identity of a run, as its content is. */
  readonly target?: readonly string[];
}

/**
 * Reads a file once, before anything is sent, so that a line that cannot be read, or a column that
 * has no place in the record, is reported first.
 * @throws CliError when it cannot be read, a column cannot be mapped, or a spreadsheet changed values
 */
export async function inspectFile(
  file: string,
  { mapping, delimiter, encoding, sheet, dates, target = [] }: InspectOptions = {},
): Promise<InspectedFile> {
  const runId = await hashOf(file, target, encoding);
  let header: readonly string[] | undefined;
  const unmapped = new Set<string>();
  const names = new RegistrationNames();
  const damaged = new DamagedValues(mapping);
  const dateColumns = new DateColumns(mapping, dates);
  let rows = 0;
  const checkColumns = (columns: readonly string[]) => {
    header = columns;
    requireColumns(file, columns, mapping);
  };
  for await (const row of readRows(file, { checkColumns, delimiter, encoding, sheet })) {
    rows += 1;
    for (const name of columnsOf(row.value)) if (mapping?.has(name) === false) unmapped.add(name);
    const record = toRecord(row.value, mapping);
    names.note(rows, record);
    damaged.note(row, record);
    dateColumns.note(row);
  }
  if (header === undefined && hasHeader(file)) {
    throw new CliError('invalid', `${file} has no header line`, {
      hint: 'The first line names the columns.',
    });
  }
  requireUndamaged(file, damaged);
  const found = {
    ...{ columns: header ?? [], twoNames: names.found, unmapped: [...unmapped] },
    ...{ mapping: dateColumns.resolve(file), dateOrders: dateColumns.orders },
  };
  return { runId, rows, ...found };
}

/** @throws CliError when a spreadsheet changed values */
function requireUndamaged(file: string, { count, first }: DamagedValues): void {
  if (count === 0) return;
  const places = first.map(
    ({ line, column, value, damage }) => `line ${line}, ${column}: ${value} (${damage})`,
  );
  const more = count > first.length ? [`and ${count - first.length} more`] : [];
  const message = `${file}: a spreadsheet damaged values: ${[...places, ...more].join('; ')}`;
  throw new CliError('invalid', message, {
    hint: 'Format the columns as text, enter the values again, and save the file. Nothing was sent.',
  });
}

function columnsOf(row: unknown): readonly string[] {
  return typeof row === 'object' && row !== null ? Object.keys(row) : [];
}

/** @throws CliError when the file cannot be read, or is not text in its encoding */
async function hashOf(
  file: string,
  target: readonly string[],
  encoding: Encoding | undefined,
): Promise<string> {
  const hash = createHash('sha256').update(target.join('\n'));
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      if (!isText(file)) continue;
      decoder ??= new TextDecoder(encodingOf(bytes, encoding), { fatal: true });
      decoder.decode(bytes, { stream: true });
    }
    decoder?.decode();
  } catch (error) {
    throw unreadableFile(file, error);
  }
  return hash.digest('hex').slice(0, 32);
}

/** The code of Node for bytes that are not of the encoding. */
const NOT_DECODED = 'ERR_ENCODING_INVALID_ENCODED_DATA';

function unreadableFile(file: string, cause: unknown): CliError {
  if ((cause as NodeJS.ErrnoException).code === NOT_DECODED) {
    const hint = 'Save the file as UTF-8, or name its encoding, such as --encoding windows-1252.';
    return new CliError('invalid', `${file} is not text in UTF-8`, { hint, cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  const hint = 'Check the name and the permissions of the file.';
  return new CliError('invalid', `${file}: ${reason}`, { hint, cause });
}

/** @throws CliError when the mapping names a column that the file does not have */
function requireColumns(
  file: string,
  columns: readonly string[],
  mapping: Mapping | undefined,
): void {
  const missing = [...(mapping?.keys() ?? [])].filter((name) => !columns.includes(name));
  if (missing.length === 0) return;
  const named = `the mapping names ${missing.join(', ')}; its columns are: ${columns.join(', ')}`;
  throw new CliError('invalid', `${file}: ${named}`, {
    hint: 'Correct the mapping or the header line, or give the delimiter with --delimiter.',
  });
}
