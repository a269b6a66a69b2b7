import type { BusinessMatches } from './business-matches.js';
import type { Encoding } from './encoding.js';
import { locateErrors } from './locate-errors.js';
import type { Mapping } from './mapping.js';
import { toRecord } from './mapping.js';
import { Progress } from './progress.js';
import { readRows } from './read-rows.js';
import type { Row } from './row.js';
import { RejectedFile } from './rejected-file.js';
import type { ResultFile } from './result-file.js';
import type { ResultLine } from './result-line.js';
import type { Target } from './targets.js';

export interface FileRun {
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly mapping: Mapping | undefined;
  readonly delimiter: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly sheet?: string | undefined;
  readonly target: Target;
  readonly runId: string;
  readonly concurrency: number;
  readonly dryRun: boolean;
  /** Counts the businesses of accepted rows. */
  readonly matches?: BusinessMatches | undefined;
  /** A file for the rejected rows. */
  readonly rejectedTo?: string | undefined;
}

export interface FileSummary {
  readonly rows: number;
  readonly rejected: number;
  readonly seconds: number;
  /** The first rejected rows of this run. */
  readonly examples: readonly ResultLine[];
}

const EXAMPLES = 10;

/** Furnishes the rows that have no result yet, and appends their results batch by batch. */
export async function furnishFile(run: FileRun, results: ResultFile): Promise<FileSummary> {
  const { target, runId, concurrency, dryRun } = run;
  const progress = new Progress(run.rows, results.finished);
  let [rows, rejected] = [results.finished, results.rejectedBefore.size];
  const examples: ResultLine[] = [];
  const inFlight = new Map<number, Row>();
  let rejectedFile: RejectedFile | undefined;
  try {
    rejectedFile = await rejectedFileOf(run);
    const records = recordsFrom(run, results, { inFlight, rejectedFile });
    const furnished = target.furnish(records, { runId, firstIndex: rows, concurrency, dryRun });
    for await (const answered of inBatches(furnished, target.batchSize)) {
      const batch = located(answered, inFlight, run.mapping);
      const bad = batch.filter(({ accepted }) => !accepted);
      // First: the results of an interrupted run name no rejected row that is not in its file.
      await rejectedFile?.append(bad.flatMap(({ row }) => inFlight.get(row) ?? []));
      await results.append(batch);
      await run.matches?.add(acceptedRecords(batch, inFlight, run.mapping));
      for (const { row } of batch) inFlight.delete(row);
      rows += batch.length;
      rejected += bad.length;
      examples.push(...bad.slice(0, EXAMPLES - examples.length));
      progress.update(rows);
    }
    await results.complete();
  } finally {
    progress.end();
    await results.close();
    await rejectedFile?.close();
  }
  return { rows, rejected, seconds: progress.seconds, examples };
}

/** Where the rows go that are read. */
interface RowsRead {
  readonly inFlight: Map<number, Row>;
  readonly rejectedFile: RejectedFile | undefined;
}

async function rejectedFileOf({ file, columns, delimiter, encoding, rejectedTo }: FileRun) {
  if (rejectedTo === undefined) return undefined;
  return RejectedFile.create(rejectedTo, { source: file, columns, delimiter, encoding });
}

/** The results with the places of their rows. */
function located(
  results: readonly ResultLine[],
  inFlight: ReadonlyMap<number, Row>,
  mapping: Mapping | undefined,
): readonly ResultLine[] {
  return results.map((result) => {
    const row = inFlight.get(result.row);
    return row ? locateErrors(result, row, mapping) : result;
  });
}

function acceptedRecords(
  batch: readonly ResultLine[],
  inFlight: ReadonlyMap<number, Row>,
  mapping: Mapping | undefined,
): readonly unknown[] {
  return batch
    .filter(({ accepted }) => accepted)
    .flatMap(({ row }) => inFlight.get(row) ?? [])
    .map(({ value }) => toRecord(value, mapping));
}

/** The records of rows without a result; rows that an earlier run has rejected go to their file. */
async function* recordsFrom(
  { file, mapping, delimiter, encoding, sheet }: FileRun,
  { isComplete, finished, rejectedBefore }: ResultFile,
  { inFlight, rejectedFile }: RowsRead,
): AsyncGenerator {
  let number = 0;
  for await (const row of readRows(file, { delimiter, encoding, sheet })) {
    number += 1;
    if (rejectedBefore.has(number)) await rejectedFile?.append([row]);
    if (isComplete || number <= finished) continue;
    inFlight.set(number, row);
    yield toRecord(row.value, mapping);
  }
}

async function* inBatches(lines: AsyncIterable<ResultLine>, size: number) {
  let batch: ResultLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
