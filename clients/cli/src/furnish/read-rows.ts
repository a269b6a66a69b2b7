import { extname } from 'node:path';
import { CliError } from '../cli-error.js';
import { csvRows } from './csv-rows.js';
import { jsonRows } from './json-rows.js';
import type { ReadOptions, Row } from './row.js';
import { xlsxRows } from './xlsx-rows.js';

interface Kind {
  readonly rows: (file: string, options: ReadOptions) => AsyncIterable<Row>;
  readonly hasHeader: boolean;
  readonly isText: boolean;
}

const CSV: Kind = { rows: csvRows, hasHeader: true, isText: true };
const NDJSON: Kind = { rows: jsonRows, hasHeader: false, isText: true };
const XLSX: Kind = { rows: xlsxRows, hasHeader: true, isText: false };

const KINDS: Readonly<Record<string, Kind>> = {
  '.csv': CSV,
  '.tsv': CSV,
  '.ndjson': NDJSON,
  '.jsonl': NDJSON,
  '.xlsx': XLSX,
};

/**
 * Reads the rows of a CSV or XLSX file with a header line, or of a file with a JSON value on each
 * line. A value that is not an object is a row, too: the server rejects it. Empty lines are not rows.
 * @throws CliError for another kind of file, or a line that cannot be read
 */
export function readRows(file: string, options: ReadOptions = {}): AsyncIterable<Row> {
  const kind = kindOf(file);
  if (kind === undefined) {
    throw new CliError('usage', `${file} is neither CSV nor XLSX nor NDJSON by its name`, {
      hint: 'Name it .csv, .tsv, .xlsx, .ndjson or .jsonl.',
    });
  }
  if (options.sheet !== undefined && kind !== XLSX) {
    throw new CliError('usage', `${file} has no sheets`, { hint: 'Remove --sheet.' });
  }
  if (options.encoding !== undefined && kind !== CSV) {
    throw new CliError('usage', `${file} has an encoding of its own`, {
      hint: 'Remove --encoding, which is for CSV files.',
    });
  }
  return kind.rows(file, options);
}

/** Whether a file has a header line. */
export function hasHeader(file: string): boolean {
  return kindOf(file)?.hasHeader === true;
}

/** Whether a file is lines of text. */
export function isText(file: string): boolean {
  return kindOf(file)?.isText !== false;
}

function kindOf(file: string): Kind | undefined {
  return KINDS[extname(file).toLowerCase()];
}
