import { TokenRefusedError } from '../http/client.js';
import type { Kit, Need } from '../kit/kit.js';
import { Mismatch, type Failure } from './mismatch.js';
import type { Outcome, Row } from './row.js';

export interface RunOptions {
  /** Ends the run after the current row. */
  readonly signal?: AbortSignal;
}

/** The options of the command line that give what rows need. */
export const OPTIONS = {
  own: '--token',
  other: '--other-token',
  unprivileged: '--unprivileged-token',
  stranger: '--stranger-token',
  expired: '--expired-token',
  foreign: '--foreign-token',
  receiver: '--receiver-url',
} as const satisfies Readonly<Record<Need, `--${string}`>>;

/** Requests of rows that run together. */
const AT_ONCE = 8;

/**
 * Runs the rows one after the other, because some count events that others would add to; rows of
 * groups, which count nothing, run together with their neighbours.
 * @throws TokenRefusedError
 */
export async function runRows(
  rows: readonly Row[],
  kit: Kit,
  { signal }: RunOptions = {},
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const batch of batchesOf(rows)) {
    const run = async (row: Row): Promise<Outcome> =>
      signal?.aborted ? { row, verdict: 'not run', reason: 'interrupted' } : runRow(row, kit);
    outcomes.push(...(await Promise.all(batch.map(run))));
  }
  return outcomes;
}

function batchesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const batches: Row[][] = [];
  for (const row of rows) {
    const last = batches.at(-1);
    const joins = last?.every(({ group }) => group !== undefined) && row.group !== undefined;
    if (last && joins && last.length < AT_ONCE) last.push(row);
    else batches.push([row]);
  }
  return batches;
}

async function runRow(row: Row, kit: Kit): Promise<Outcome> {
  const missing = (row.needs ?? []).filter((need) => !kit.has(need));
  if (missing.length > 0) {
    const options = missing.map((need) => OPTIONS[need]).join(' and ');
    return { row, verdict: 'not run', reason: `needs ${options}` };
  }
  try {
    await row.check(kit);
    return { row, verdict: 'passed' };
  } catch (error) {
    // Later rows would fail, too.
    if (error instanceof TokenRefusedError) throw error;
    return { row, verdict: 'failed', failure: failureOf(error) };
  }
}

/** Any error of the check makes the row fail. */
function failureOf(error: unknown): Failure {
  if (error instanceof Mismatch) return error;
  const message = error instanceof Error ? error.message : String(error);
  return { expected: 'the row to be checked to its end', got: message };
}
