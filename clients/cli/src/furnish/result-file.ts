import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { RunMarker } from './run-marker.js';

/** One line for each row of the input, in its order. */
export interface ResultLine {
  /** The number of the row, from 1, without the heading of a CSV file. */
  readonly row: number;
  readonly accepted: boolean;
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
  readonly detail: string;
}

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
    readonly rejectedBefore: number,
  ) {}

  /** @throws CliError when the file has the results of another input */
  static async open(file: string, { id, batchSize, restart = false }: Run): Promise<ResultFile> {
    const marker = await RunMarker.of(file, id, restart);
    const handle = await open(file, 'a+');
    const { rows, bytes, rejected } = restart
      ? NONE
      : await wholeBatches(file, marker.isComplete ? 1 : batchSize);
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

const NONE = { rows: 0, bytes: 0, rejected: 0 };

/** The lines of complete batches; a line without an end was cut by a crash. */
async function wholeBatches(file: string, batchSize: number) {
  const whole = { ...NONE };
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
