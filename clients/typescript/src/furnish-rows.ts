import { NdxError } from './errors.js';
import { batchesOf } from './in-flight/batches.js';
import { mapConcurrently } from './in-flight/map-concurrently.js';

/** The result of one row. */
export interface FurnishedRow {
  /** The place of the row in the input, from 0. */
  readonly index: number;
  /** Whether the row was stored, or would be in a real run. */
  readonly accepted: boolean;
  /** Why it was rejected. */
  readonly error?: NdxError;
}

/** The options of a run. */
export interface FurnishRowsOptions {
  /** Requests in flight; 8 by default. */
  readonly concurrency?: number;
  /** Names the run, as for `furnishRecords`. */
  readonly runId?: string;
  /** Validates the rows as a real run would, and stores nothing. */
  readonly dryRun?: boolean;
  /** The place of the first row: continues an interrupted run. */
  readonly firstIndex?: number;
  /** Ends the run; rows of requests in flight may have been stored. */
  readonly signal?: AbortSignal;
}

type Furnish<Row> = (request: {
  readonly body: Row;
  readonly query?: { readonly dry_run: boolean };
  readonly headers: { readonly 'Idempotency-Key': string };
  readonly signal?: AbortSignal;
}) => Promise<unknown>;

/** The statuses of a request that is wrong in itself. */
const REJECTIONS = new Set([400, 409, 413, 422]);

/**
 * Furnishes any number of rows to a template (contract 4.7), one request each, with a bounded number in
 * flight. Yields what became of each row, in the order of the input.
 * @param furnish a method of the client, such as `ndx.furnishAnnualPersonalIncome`
 * @param rows an array, or an async iterable such as the lines of a file
 * @param options the options of the run
 * @throws NdxError, NdxConnectionError when a request fails for another reason than its row
 */
export async function* furnishRows<Row>(
  furnish: Furnish<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: FurnishRowsOptions = {},
): AsyncGenerator<FurnishedRow> {
  const { concurrency = 8, runId = crypto.randomUUID(), firstIndex = 0, dryRun = false } = options;
  const { signal } = options;
  yield* mapConcurrently(batchesOf(rows, 1), concurrency, async ([body], number) => {
    const index = firstIndex + number;
    if (body === undefined) throw new RangeError(`row ${index} is undefined`);
    try {
      await furnish({
        body,
        ...(dryRun && { query: { dry_run: true } }),
        headers: { 'Idempotency-Key': `${runId}-${index}` },
        ...(signal && { signal }),
      });
      return { index, accepted: true };
    } catch (error) {
      if (error instanceof NdxError && REJECTIONS.has(error.status)) {
        return { index, accepted: false, error };
      }
      throw error;
    }
  });
}
