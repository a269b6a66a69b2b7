import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CliError } from '../cli-error.js';
import { toRecord, type Mapping } from './mapping.js';
import { readRows } from './read-rows.js';
import { RegistrationNames, type TwoNames } from './registration-names.js';

export interface InspectedFile {
  /** Names a run: the same content to the same target gives the same name. */
  readonly runId: string;
  readonly rows: number;
  /** Rows that name the business of one registration differently. */
  readonly twoNames: readonly TwoNames[];
}

/**
 * Reads a file once, before anything is sent, so that a line that cannot be read, or a column that
 * has no place in the record, is reported first.
 * @param target where the file is furnished; part of the identity of a run, as its content is
 * @throws CliError when it cannot be read, or a column cannot be mapped
 */
export async function inspectFile(
  file: string,
  mapping: Mapping | undefined,
  ...target: readonly string[]
): Promise<InspectedFile> {
  const runId = await hashOf(file, target);
  let hasColumns = !file.endsWith('.csv');
  const names = new RegistrationNames();
  let rows = 0;
  const checkColumns = (columns: readonly string[]) => {
    hasColumns = true;
    requireColumns(file, columns, mapping);
  };
  for await (const row of readRows(file, checkColumns)) {
    rows += 1;
    names.note(rows, toRecord(row, mapping));
  }
  if (!hasColumns) {
    throw new CliError('invalid', `${file} has no header line`, {
      hint: 'The first line of a CSV file names its columns.',
    });
  }
  return { runId, rows, twoNames: names.found };
}

/** @throws CliError when the file cannot be read, or is not text in UTF-8 or UTF-16 */
async function hashOf(file: string, target: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(target.join('\n'));
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      decoder ??= new TextDecoder(isUtf16(bytes) ? 'utf-16le' : 'utf-8', { fatal: true });
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

/** Whether the text begins with the byte order mark of UTF-16, which spreadsheets write. */
function isUtf16([first, second]: Buffer): boolean {
  return first === 0xff && second === 0xfe;
}

function unreadableFile(file: string, cause: unknown): CliError {
  if ((cause as NodeJS.ErrnoException).code === NOT_DECODED) {
    const hint = 'Save the file as UTF-8: other encodings would change names.';
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
  const [only = '', another] = columns;
  if (missing.length === 0 && (another !== undefined || !/[;\t|]/.test(only))) return;
  const named = missing.length === 0 ? '' : `the mapping names ${missing.join(', ')}; `;
  throw new CliError('invalid', `${file}: ${named}its columns are: ${columns.join(', ')}`, {
    hint: 'Correct the mapping or the header line. Columns are separated by commas.',
  });
}
