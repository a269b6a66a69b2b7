/** One line for each row of the input, in its order. */
export interface ResultLine {
  /** The number of the row, from 1, without the heading of a CSV file. */
  readonly row: number;
  readonly accepted: boolean;
  /** The line of the file on which a rejected row begins. */
  readonly line?: number;
  readonly record_id?: string | null;
  readonly business_id?: string | null;
  readonly errors?: readonly RowError[];
}

/** Why a row was rejected. */
export interface RowError {
  /** A stable code. */
  readonly code?: string | undefined;
  /** The member of the record, its names joined by dots. */
  readonly path?: string | undefined;
  /** The column that has the value. */
  readonly column?: string | undefined;
  /** The value, masked where it is secret. */
  readonly value?: string | number | boolean | null;
  readonly detail: string;
}

/** The result of a row in a line that an earlier run wrote; undefined for another text. */
export function parseResultLine(text: string, row: number): ResultLine | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isResultOf(row, parsed) ? parsed : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function isResultOf(row: number, parsed: unknown): parsed is ResultLine {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const { row: own, accepted, errors = [] } = parsed as Readonly<Record<string, unknown>>;
  return (
    own === row && typeof accepted === 'boolean' && Array.isArray(errors) && errors.every(isError)
  );
}

function isError(error: unknown): error is RowError {
  return typeof error === 'object' && error !== null && 'detail' in error;
}
