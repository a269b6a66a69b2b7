import { readFile } from 'node:fs/promises';
import { readSheet, type CellValue } from 'read-excel-file/node';
import { requireDistinct, unreadable, type ReadOptions, type Row } from './row.js';
import { withErrorTexts } from './xlsx-errors.js';

/** The rows of a sheet with a header line, with their values as texts. */
export async function* xlsxRows(
  file: string,
  { checkColumns, sheet }: ReadOptions,
): AsyncGenerator<Row> {
  try {
    const workbook = Buffer.from(withErrorTexts(await readFile(file)));
    const cells = await readSheet(workbook, sheet ?? 1, { trim: false, parseNumber: numberText });
    let columns: readonly string[] | undefined;
    for (const [index, row] of cells.entries()) {
      const texts = row.map(textOf);
      if (texts.every((text) => text === '')) continue;
      if (columns) {
        yield { line: index + 1, value: valueOf(texts, columns, index + 1) };
        continue;
      }
      columns = texts;
      requireDistinct(columns.filter((name) => name !== ''));
      checkColumns?.(columns.filter((name) => name !== ''));
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

function valueOf(texts: readonly string[], columns: readonly string[], line: number) {
  const unnamed = texts.findIndex((text, index) => text !== '' && !columns[index]);
  if (unnamed !== -1) throw new Error(`line ${line} has a value in a column without a name`);
  const entries = columns.map((name, index) => [name, texts[index] ?? ''] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

type Cell = CellValue<string> | Date | null;

function textOf(cell: Cell): string {
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : '';
}

/** A spreadsheet keeps 15 digits of a number; of a larger one digits are lost. */
const EXACT = 1e15;

/** A larger number is in scientific notation, which is refused as an identifier. */
function numberText(stored: string): string {
  const number = Number(stored);
  return Math.abs(number) < EXACT ? String(number) : number.toExponential().toUpperCase();
}

/** A day, or a time in UTC, because a cell has no zone; its fraction is exact to the second. */
function dateText(date: Date): string {
  const seconds = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString();
  const [day = '', time] = seconds.split('T');
  return time === '00:00:00.000Z' ? day : seconds;
}
