import type { Mapping } from './mapping.js';
import { toRecord } from './mapping.js';
import { Progress } from './progress.js';
import { readRows } from './read-rows.js';
import type { ResultFile, ResultLine } from './result-file.js';
import type { Target } from './targets.js';

export interface FileRun {
  readonly file: string;
  readonly rows: number;
  readonly mapping: Mapping | undefined;
  readonly target: Target;
  readonly runId: string;
  readonly concurrency: number;
  readonly dryRun: boolean;
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
  let [rows, rejected] = [results.finished, results.rejectedBefore];
  const examples: ResultLine[] = [];
  try {
    const records = recordsFrom(run, results.isComplete ? Infinity : rows);
    const furnished = target.furnish(records, { runId, firstIndex: rows, concurrency, dryRun });
    for await (const batch of inBatches(furnished, target.batchSize)) {
      await results.append(batch);
      const bad = batch.filter(({ accepted }) => !accepted);
      rows += batch.length;
      rejected += bad.length;
      examples.push(...bad.slice(0, EXAMPLES - examples.length));
      progress.update(rows);
    }
    await results.complete();
  } finally {
    progress.end();
    await results.close();
  }
  return { rows, rejected, seconds: progress.seconds, examples };
}

async function* recordsFrom({ file, mapping }: FileRun, skipped: number): AsyncGenerator {
  let number = 0;
  for await (const row of readRows(file)) {
    number += 1;
    if (number > skipped) yield toRecord(row, mapping);
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
