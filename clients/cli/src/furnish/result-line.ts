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
