import { linesOf } from '../lines-of.js';
import { unreadable, type Row } from './row.js';

/** The rows of a file with a JSON value on each line. */
export async function* jsonRows(file: string): AsyncGenerator<Row> {
  let number = 0;
  try {
    for await (const line of linesOf(file)) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
      if (text.trim() !== '') yield { line: number, value: JSON.parse(text) as unknown };
    }
  } catch (error) {
    throw unreadable(number === 0 ? file : `${file}:${number}`, error);
  }
}
