import { NdxError, type NdxClient, type RecordEndReason } from '@ndx/client';
import { CliError } from './cli-error.js';
import { collected } from './collected.js';
import { inputFile } from './furnish/input-file.js';
import { readRows } from './furnish/read-rows.js';
import type { Row } from './furnish/row.js';
import { inParallel } from './in-parallel.js';

interface Withdrawal {
  readonly line: number;
  readonly record_id: string;
  readonly reason: string;
  readonly reason_text: string | undefined;
}

interface RejectedRow {
  readonly line: number;
  readonly record_id: string;
  readonly error: string;
}

export interface WithdrawnFile {
  readonly rows: number;
  readonly withdrawn: number;
  /** By line. */
  readonly rejected: readonly RejectedRow[];
}

const CONCURRENCY = 4;

/** Of a row alone: a request with another status would be refused for every row. */
const ROW_STATUSES: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * Withdraws the record in the column `record_id` of each row. A repeated run confirms what an
 * interrupted one has withdrawn.
 * @param reason of rows without one
 * @throws CliError before the first request, for a file that cannot be read or a row without a
 *   record or a reason
 */
export async function withdrawFile(
  ndx: NdxClient,
  file: string,
  reason: string | undefined,
): Promise<WithdrawnFile> {
  const { path } = await inputFile(file);
  const { length: rows } = await collected(withdrawalsIn(path, reason));
  const rejected: RejectedRow[] = [];
  await inParallel(withdrawalsIn(path, reason), CONCURRENCY, async (withdrawal) => {
    const error = await failureOf(ndx, withdrawal);
    if (error === undefined) return;
    const { line, record_id } = withdrawal;
    rejected.push({ line, record_id, error });
  });
  return {
    rows,
    withdrawn: rows - rejected.length,
    rejected: rejected.toSorted((a, b) => a.line - b.line),
  };
}

/** Why the record is not withdrawn, if it is not. */
async function failureOf(
  ndx: NdxClient,
  { record_id, reason, reason_text }: Withdrawal,
): Promise<string | undefined> {
  // The service rejects an unknown reason, and lists the known ones.
  const body = {
    reason: reason as RecordEndReason,
    ...(reason_text !== undefined && { reason_text }),
  };
  try {
    const { data } = await ndx.withdrawRecord({ path: { record_id }, body });
    if (data.state === 'withdrawn') return undefined;
    return `the record was corrected by ${data.corrected_by_record_id ?? 'another one'}`;
  } catch (error) {
    if (error instanceof NdxError && ROW_STATUSES.has(error.status)) return error.detail;
    throw error;
  }
}

async function* withdrawalsIn(
  file: string,
  reason: string | undefined,
): AsyncGenerator<Withdrawal> {
  for await (const row of readRows(file)) yield withdrawalOf(file, row, reason);
}

function withdrawalOf(
  file: string,
  { line, value }: Row,
  defaultReason: string | undefined,
): Withdrawal {
  const record_id = cell(value, 'record_id');
  const reason = cell(value, 'reason') ?? defaultReason;
  if (record_id === undefined || reason === undefined) {
    const missing = record_id === undefined ? 'record_id' : 'reason';
    throw new CliError('invalid', `${file}:${line} has no ${missing}`, {
      hint: 'The columns are record_id, reason and reason_text; --reason is for rows without one. Nothing was sent.',
    });
  }
  return { line, record_id, reason, reason_text: cell(value, 'reason_text') };
}

/** Undefined for an empty cell, and a column that is missing. */
function cell(value: unknown, column: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([name]) => name === column)?.[1];
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined;
}
