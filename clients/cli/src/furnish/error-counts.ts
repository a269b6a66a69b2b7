import type { ResultLine, RowError } from './result-line.js';

/** An error of rejected rows. */
export interface ErrorCount {
  readonly code: string | undefined;
  readonly path: string | undefined;
  readonly column: string | undefined;
  /** Rows that have it. */
  readonly rows: number;
  /** The first of them. */
  readonly first_line: number | undefined;
  /** Its text there. */
  readonly detail: string;
}

/** Counts rows by their errors: a code and the member of the record. */
export class ErrorCounts {
  private readonly counts = new Map<string, ErrorCount>();

  add({ line, errors = [] }: ResultLine): void {
    const ofRow = new Map(errors.map((error) => [keyOf(error), error]));
    for (const [key, { code, path, column, detail }] of ofRow) {
      const known = this.counts.get(key) ?? {
        ...{ code, path, column, detail },
        ...{ rows: 0, first_line: line },
      };
      this.counts.set(key, { ...known, rows: known.rows + 1 });
    }
  }

  /** The most frequent ones first. */
  get list(): readonly ErrorCount[] {
    return [...this.counts.values()].sort((a, b) => b.rows - a.rows);
  }
}

function keyOf({ code, path }: RowError): string {
  return JSON.stringify([code, path]);
}
