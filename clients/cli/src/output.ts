import { styleText } from 'node:util';

/** A value of a column. */
type Cell = string | number | boolean | null | undefined;

export interface OutputOptions {
  /** Prints JSON instead of text for people. */
  readonly json?: boolean | undefined;
}

/** Prints a result as JSON for a script, or as text for people. */
export function print<Data>(
  data: Data,
  { json = false }: OutputOptions,
  asText: (data: Data) => string,
): void {
  const text = json ? JSON.stringify(data, null, 2) : asText(data);
  process.stdout.write(`${text}\n`);
}

/** Rows with aligned columns under a heading; a sentence when there are none. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const texts = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))];
  const widths = headings.map((_, column) =>
    Math.max(...texts.map((row) => (row[column] ?? '').length)),
  );
  const [heading = '', ...lines] = texts.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [styleText('bold', heading, { stream: process.stdout }), ...lines].join('\n');
}

/** One line for each member, with aligned values. */
export function members(entries: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(entries).map((name) => name.length));
  return Object.entries(entries)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value ?? '-')}`)
    .join('\n');
}
