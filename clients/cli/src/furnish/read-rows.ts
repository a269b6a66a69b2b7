import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { CliError } from '../cli-error.js';

/** Checks the names of the columns of a CSV file before its first row is read. */
export type CheckColumns = (columns: readonly string[]) => void;

/**
 * Reads the rows of a CSV file with a heading, or of a file with a JSON value on each line. A value
 * that is not an object is a row, too: the server rejects it. Empty lines are not rows.
 * @throws CliError for another kind of file, or a line that is not CSV or JSON
 */
export function readRows(file: string, checkColumns?: CheckColumns): AsyncIterable<unknown> {
  if (file.endsWith('.csv')) return csvRows(file, checkColumns);
  if (file.endsWith('.ndjson') || file.endsWith('.jsonl')) return jsonRows(file);
  throw new CliError('usage', `${file} is neither CSV nor NDJSON by its name`, {
    hint: 'Name it .csv, .ndjson or .jsonl.',
  });
}

async function* csvRows(file: string, checkColumns?: CheckColumns): AsyncGenerator {
  const columns = (names: string[]) => {
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) throw new Error(`the header line has the column ${repeated} twice`);
    checkColumns?.(names);
    return names;
  };
  const parser = parse({ columns, bom: true, skip_empty_lines: true });
  try {
    // Closes the file after an error too; the loop throws the error.
    yield* pipeline(createReadStream(file), parser, () => undefined);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* jsonRows(file: string): AsyncGenerator {
  let number = 0;
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
      if (text.trim() !== '') yield JSON.parse(text) as unknown;
    }
  } catch (error) {
    throw unreadable(number === 0 ? file : `${file}:${number}`, error);
  } finally {
    input.destroy();
  }
}

function unreadable(place: string, error: unknown): CliError {
  if (error instanceof CliError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError('invalid', `${place}: ${reason}`, {
    hint: 'Correct the file. It is read to its end before its first row is sent.',
    cause: error,
  });
}
