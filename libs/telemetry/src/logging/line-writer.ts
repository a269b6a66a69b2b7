import { writeSync } from 'node:fs';

/** Maximum backlog in characters; further lines are dropped and counted. */
const LONGEST_BACKLOG = 1_048_576;

/** Delay before a rejected write is retried. */
const RETRY_MS = 100;

/**
 * Writes lines to a non-blocking descriptor without waiting: lines that a full pipe or disk rejects
 * stay in a bounded backlog, and lines beyond that are dropped.
 */
export class LineWriter {
  /** Bytes of the backlog that are being written, and the lines behind them. */
  private chunk: Buffer = Buffer.alloc(0);
  private lines = '';
  private retry: NodeJS.Timeout | undefined;
  private lost = 0;

  constructor(private readonly fd: number) {}

  /** The number of dropped lines. */
  get dropped(): number {
    return this.lost;
  }

  /** The size of the backlog in characters. */
  get waiting(): number {
    return this.chunk.length + this.lines.length;
  }

  /** Adds a line to the backlog; `flush` writes it. */
  add(line: string): void {
    if (this.waiting + line.length > LONGEST_BACKLOG) this.lost += 1;
    else this.lines += line;
  }

  /** Writes as much of the backlog as the descriptor accepts now; the rest is retried later. */
  flush(): void {
    if (this.retry === undefined) this.writeAll();
  }

  /** Like `flush`, also after a failed write, because the process exits. */
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

/** EAGAIN of a full pipe, ENOSPC of a full disk, EPIPE after the reader has closed. */
function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error;
}
