import { CliError } from '../cli-error.js';
import type { Encoding } from './encoding.js';

/** A row, as it stands in its file. */
export interface Row {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly value: unknown;
}

/** Checks the names of the columns before the first row is read. */
export type CheckColumns = (columns: readonly string[]) => void;

export interface ReadOptions {
  readonly checkColumns?: CheckColumns | undefined;
  /** Separates the columns of a CSV file; found in its header line by default. */
  readonly delimiter?: string | undefined;
  /** Of a CSV file without a byte order mark; UTF-8 by default. */
  readonly encoding?: Encoding | undefined;
  /** The name of the sheet of an XLSX file; the first one by default. */
  readonly sheet?: string | undefined;
}

export function requireDistinct(columns: readonly string[]): void {
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`the header line has the column ${repeated} twice`);
}

export function unreadable(place: string, error: unknown): CliError {
  if (error instanceof CliError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError('invalid', `${place}: ${reason}`, {
    hint: 'Correct the file. It is read to its end before its first row is sent.',
    cause: error,
  });
}
