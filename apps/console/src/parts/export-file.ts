/** The members of a row, in the order of the columns; every row has the same ones. */
export type Row = Readonly<Record<string, unknown>>;

export interface Export {
  /** The file's name without its ending. */
  readonly name: string;
  /** What the rows are of: the network, the period and the filters. */
  readonly about: Readonly<Record<string, string>>;
  /** The rows, as they are read. */
  readonly rows: AsyncIterable<Row>;
}

export type ExportFormat = 'csv' | 'json';

/** Rows of one piece of the file: a browser keeps pieces outside of the memory of the page. */
const PIECE = 1_000;

interface Texts {
  readonly before: (about: Export['about'], first: Row | undefined) => string;
  readonly row: (row: Row, about: Export['about'], isFirst: boolean) => string;
  readonly after: (about: Export['about'], count: number) => string;
}

const TEXTS: Readonly<Record<ExportFormat, Texts>> = {
  csv: {
    before: (about, first = {}) => csvLine([...Object.keys(first), ...Object.keys(about)]),
    row: (row, about) => csvLine([...Object.values(row), ...Object.values(about)]),
    after: (about, count) => (count === 0 ? csvLine(Object.values(about)) : ''),
  },
  json: {
    before: (about) => `{"about": ${JSON.stringify(about)}, "data": [\n`,
    row: (row, _about, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(row)}`,
    after: () => '\n]}\n',
  },
};

/** The content of a file with all rows. @param onRead receives the number of rows so far */
export async function exportFile(
  format: ExportFormat,
  { about, rows }: Export,
  onRead: (count: number) => void,
): Promise<Blob> {
  const { before, row: textOf, after } = TEXTS[format];
  const pieces: Blob[] = [];
  let texts: string[] = [];
  let count = 0;
  for await (const row of rows) {
    if (count === 0) texts.push(before(about, row));
    texts.push(textOf(row, about, count === 0));
    count += 1;
    if (count % PIECE > 0) continue;
    pieces.push(new Blob(texts));
    texts = [];
    onRead(count);
  }
  if (count === 0) texts.push(before(about, undefined));
  return new Blob([...pieces, ...texts, after(about, count)]);
}

/** With one of these, a spreadsheet evaluates a text as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a CSV file (RFC 4180). A text that a spreadsheet would evaluate begins with an apostrophe. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  const safe = isText && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
