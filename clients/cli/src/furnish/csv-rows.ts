import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { delimiterOf } from './delimiter.js';
import { decoded } from './encoding.js';
import { requireDistinct, unreadable, type ReadOptions, type Row } from './row.js';

/** The rows of a CSV file with a header line. */
export async function* csvRows(
  file: string,
  { checkColumns, delimiter, encoding }: ReadOptions,
): AsyncGenerator<Row> {
  let twice = 0;
  const columns = (names: string[]) => {
    requireDistinct(names);
    checkColumns?.(names);
    twice = countIn(names.join(' '), CRLF);
    return names;
  };
  try {
    const separator = delimiter ?? (await delimiterOf(file, encoding));
    const shape = { columns, bom: true, skip_empty_lines: true, delimiter: separator };
    const parser = parse({ ...shape, info: true });
    // Closes the file after an error too; the loop throws the error.
    const text = decoded(file, encoding);
    const parsed: AsyncIterable<CsvRow> = pipeline(text, parser, () => undefined);
    for await (const { record, info } of parsed) {
      const values = Object.values(record).join(' ');
      twice += countIn(values, CRLF);
      yield { line: info.lines - twice - countIn(values, LINE_END), value: record };
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** A row with the line on which it ends. */
interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

const LINE_END = /\r\n|\n|\r/g;
/** The parser counts it twice inside of quotes. */
const CRLF = /\r\n/g;

function countIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
