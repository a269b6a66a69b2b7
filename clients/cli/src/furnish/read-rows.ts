import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { CliError } from '../cli-error.js';

export type Row = Readonly<Record<string, unknown>>;

/**
 * Reads the rows of a CSV file with a heading, or of a file with a JSON object on each line.
 * @throws CliError for another kind of file, or a line that is not of its kind
 */
export function readRows(file: string): AsyncIterable<Row> {
  if (file.endsWith('.csv')) return csvRows(file);
  if (file.endsWith('.ndjson') || file.endsWith('.jsonl')) return jsonRows(file);
  throw new CliError('usage', `${file}: the name must end in .csv, .ndjson or .jsonl`);
}

async function* csvRows(file: string): AsyncGenerator<Row> {
  const rows = createReadStream(file).pipe(parse({ columns: true, bom: true }));
  try {
    for await (const row of rows) yield row as Row;
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* jsonRows(file: string): AsyncGenerator<Row> {
  let number = 0;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    try {
      yield JSON.parse(line) as Row;
    } catch (error) {
      throw unreadable(`${file}:${number}`, error);
    }
  }
}

function unreadable(place: string, error: unknown): CliError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError('invalid', `${place}: ${reason}`, { cause: error });
}
