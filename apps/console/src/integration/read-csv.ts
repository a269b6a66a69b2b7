import { CsvError, parse } from 'csv-parse/browser/esm/sync';

export interface CsvFile {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/**
 * Reads a CSV file with a heading, as the command line does.
 * @throws Error that names the line which is not CSV, or that the file has no rows
 */
export function readCsv(text: string): CsvFile {
  const rows = parsed(text);
  const [first] = rows;
  if (first === undefined) throw new Error('The file has no rows below its heading.');
  return { columns: Object.keys(first), rows };
}

function parsed(text: string): CsvFile['rows'] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new Error(error.message, { cause: error });
    throw error;
  }
}
