import { open, type FileHandle } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { CliError } from '../cli-error.js';
import { delimiterOf } from './delimiter.js';
import type { Encoding } from './encoding.js';
import { hasHeader, isText } from './read-rows.js';
import type { Row } from './row.js';

export interface RejectedFileShape {
  /** The file of which rows are rejected. */
  readonly source: string;
  /** The columns of the source; none for NDJSON. */
  readonly columns: readonly string[];
  /** Of a CSV file; as in its header line by default. The rows of an XLSX file become CSV. */
  readonly delimiter?: string | undefined;
  /** Of a CSV file: the rows are written as UTF-8, whose byte order mark then takes precedence. */
  readonly encoding?: Encoding | undefined;
}

/**
 * The rejected rows as they stand in their file, for correction: the same command furnishes them. It
 * is written as results arrive, so that an interrupted run leaves it; a run that continues replaces
 * it.
 */
export class RejectedFile {
  private constructor(
    private readonly handle: FileHandle,
    private readonly textOf: (row: unknown) => string,
  ) {}

  /** @throws CliError when the name is of another kind of file, or of the source */
  static async create(
    file: string,
    { source, columns, delimiter, encoding }: RejectedFileShape,
  ): Promise<RejectedFile> {
    requireOtherFile(file, source);
    const handle = await open(file, 'w', 0o600);
    if (!hasHeader(source)) return new RejectedFile(handle, (row) => JSON.stringify(row));
    const separator = delimiter ?? (isText(source) ? await delimiterOf(source, encoding) : ',');
    const line = (values: readonly string[]) => csvLine(values, separator);
    const mark = encoding === undefined ? '' : '\uFEFF';
    await handle.appendFile(`${mark}${line(columns)}\n`);
    return new RejectedFile(handle, (row) => line(columns.map((name) => textAt(row, name))));
  }

  async append(rows: readonly Row[]): Promise<void> {
    await this.handle.appendFile(rows.map(({ value }) => `${this.textOf(value)}\n`).join(''));
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

function requireOtherFile(file: string, source: string): void {
  if (resolve(file) === resolve(source)) {
    throw new CliError('usage', `--rejected is ${source} itself`, { hint: 'Give another name.' });
  }
  const kind = hasHeader(source) ? ['.csv', '.tsv'] : ['.ndjson', '.jsonl'];
  if (kind.includes(extname(file).toLowerCase())) return;
  throw new CliError('usage', `--rejected ${file} cannot be furnished again by its name`, {
    hint: `Name it ${kind.join(' or ')}, as the rows of ${source} need it.`,
  });
}

function textAt(row: unknown, name: string): string {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : '';
  return typeof value === 'string' ? value : '';
}

/** An empty line would not be a row. */
function csvLine(values: readonly string[], delimiter: string): string {
  const isQuoted = (value: string) =>
    [delimiter, '"', '\n', '\r'].some((each) => value.includes(each)) ||
    (value === '' && values.length === 1);
  return values
    .map((value) => (isQuoted(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(delimiter);
}
