import { open, stat, type FileHandle } from 'node:fs/promises';
import { linesOf } from '../lines-of.js';
import { ErrorCounts } from './error-counts.js';
import { parseResultLine, type ResultLine } from './result-line.js';
import { RunMarker } from './run-marker.js';

/** The run whose results a file has. */
export interface Run {
  readonly id: string;
  readonly batchSize: number;
  /** Discards the results of an earlier run with this id, instead of continuing it. */
  readonly restart?: boolean;
}

/**
 * Results as they arrive. A file that an interrupted run left is continued: its whole batches stay, and
 * what follows is furnished again under the same idempotency keys.
 */
export class ResultFile {
  private constructor(
    private readonly handle: FileHandle,
    private readonly marker: RunMarker,
    /** Rows that an earlier run has finished. */
    readonly finished: number,
    /** The rows among them that were rejected. */
    readonly rejectedBefore: ReadonlySet<number>,
    /** Counts of the errors in the file. */
    readonly errorCounts: ErrorCounts,
  ) {}

  /** @throws CliError when the file has the results of another input, or is no file of results */
  static async open(file: string, { id, batchSize, restart = false }: Run): Promise<ResultFile> {
    const marker = await RunMarker.of(file, id, restart);
    const handle = await open(file, 'a+');
    const { rows, bytes, rejected, errorCounts } = restart
      ? nothing()
      : await wholeBatches(file, marker.isComplete ? 1 : batchSize);
    await handle.truncate(bytes);
    return new ResultFile(handle, marker, rows, rejected, errorCounts);
  }

  /** Whether an earlier run has finished the whole input. */
  get isComplete(): boolean {
    return this.marker.isComplete;
  }

  async append(lines: readonly ResultLine[]): Promise<void> {
    for (const line of lines) this.errorCounts.add(line);
    await this.handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  complete(): Promise<void> {
    return this.marker.complete();
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

const nothing = () => ({
  ...{ rows: 0, bytes: 0 },
  ...{ rejected: new Set<number>(), errorCounts: new ErrorCounts() },
});

/** The lines of complete batches; a line that is no result, or has no end, was cut by a crash. */
async function wholeBatches(file: string, batchSize: number) {
  const whole = nothing();
  const { size } = await stat(file);
  let [rows, bytes] = [0, 0];
  let batch: ResultLine[] = [];
  for await (const line of linesOf(file)) {
    const result = parseResultLine(line, rows + 1);
    const end = bytes + Buffer.byteLength(line) + 1;
    if (!result || end > size) break;
    rows += 1;
    bytes = end;
    if (!result.accepted) batch.push(result);
    if (rows % batchSize !== 0) continue;
    for (const each of batch) {
      whole.rejected.add(each.row);
      whole.errorCounts.add(each);
    }
    Object.assign(whole, { rows, bytes });
    batch = [];
  }
  return whole;
}
