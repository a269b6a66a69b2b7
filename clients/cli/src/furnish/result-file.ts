import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { RunMarker } from './run-marker.js';

/** One line for each row of the input, in its order. */
export interface ResultLine {
  /** From 1, without the heading of a CSV file. */
  readonly row: number;
  readonly accepted: boolean;
  readonly record_id?: string | null;
  readonly business_id?: string | null;
  readonly errors?: readonly unknown[];
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
    readonly rejectedBefore: number,
  ) {}

  /** @throws CliError when the file has the results of another input */
  static async open(file: string, runId: string, batchSize: number): Promise<ResultFile> {
    const marker = await RunMarker.of(file, runId);
    const handle = await open(file, 'a+');
    const { rows, bytes, rejected } = await wholeBatches(file, marker.isComplete ? 1 : batchSize);
    await handle.truncate(bytes);
    return new ResultFile(handle, marker, rows, rejected);
  }

  /** Whether an earlier run has finished the whole input. */
  get isComplete(): boolean {
    return this.marker.isComplete;
  }

  async append(lines: readonly ResultLine[]): Promise<void> {
    await this.handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  complete(): Promise<void> {
    return this.marker.complete();
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** The lines of complete batches; a line without an end was cut by a crash. */
async function wholeBatches(file: string, batchSize: number) {
  const whole = { rows: 0, bytes: 0, rejected: 0 };
  let [rows, bytes, rejected] = [0, 0, 0];
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    if (!line.endsWith('}')) break;
    rows += 1;
    bytes += Buffer.byteLength(line) + 1;
    if (!(JSON.parse(line) as ResultLine).accepted) rejected += 1;
    if (rows % batchSize === 0) Object.assign(whole, { rows, bytes, rejected });
  }
  return whole;
}
