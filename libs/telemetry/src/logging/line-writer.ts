import { writeSync } from 'node:fs';

/** Characters that wait to be written at most; further lines are dropped and counted. */
const LONGEST_BACKLOG = 1_048_576;

/** Pause before a write is repeated that the descriptor did not take. */
const RETRY_MS = 100;

/**
 * Writes lines to a descriptor and never waits for it: what a full pipe or disk does not take stays
 * in a bounded backlog, and lines beyond that are dropped. The descriptor must not block.
 */
export class LineWriter {
  /** Bytes of the backlog that are being written, and the lines behind them. */
  private chunk: Buffer = Buffer.alloc(0);
  private lines = '';
  private retry: NodeJS.Timeout | undefined;
  private lost = 0;

  constructor(private readonly fd: number) {}

  /** How many lines were dropped. */
  get dropped(): number {
    return this.lost;
  }

  /** Characters that wait. */
  get waiting(): number {
    return this.chunk.length + this.lines.length;
  }

  /** Adds a line to the backlog; `flush` writes it. */
  add(line: string): void {
    if (this.waiting + line.length > LONGEST_BACKLOG) this.lost += 1;
    else this.lines += line;
  }

  /** Writes the backlog as far as the descriptor takes it now; the rest is tried again later. */
  flush(): void {
    if (this.retry === undefined) this.writeAll();
  }

  /** `flush`, also where a write has just failed: the process ends. */
  flushFinally(): void {
    clearTimeout(this.retry);
    this.writeAll();
  }

  private writeAll(): void {
    try {
      while (this.waiting > 0) {
        if (this.chunk.length === 0) this.takeLines();
        this.chunk = this.chunk.subarray(writeSync(this.fd, this.chunk));
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.retry = setTimeout(() => {
        this.retry = undefined;
        this.writeAll();
      }, RETRY_MS).unref();
    }
  }

  private takeLines(): void {
    this.chunk = Buffer.from(this.lines);
    this.lines = '';
  }
}

/** EAGAIN of a full pipe, ENOSPC of a full disk, EPIPE where the reader is gone. */
function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error;
}
