import { Backoff, Pause } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import type { Logger } from '@ndx/telemetry';

export interface DeletionOptions {
  readonly rows: ExpiringRows;
  readonly logger: Logger;
  /** Interval between runs, in milliseconds. */
  readonly everyMs?: number;
  /** Maximum number of rows deleted in one statement. */
  readonly batchSize?: number;
}

/** Deletes the expired rows of a table while the service runs, in small batches. */
export class DeleteExpiredRows {
  private readonly pause = new Pause();
  private readonly backoff = new Backoff(1_000, 60_000);
  private running: Promise<void> | undefined;
  private stopping = false;
  private lastError: unknown;

  constructor(private readonly options: DeletionOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.pause.wake();
    await this.running;
  }

  /** The error of the last attempt; undefined after a success. */
  get trouble(): unknown {
    return this.lastError;
  }

  private isStopping(): boolean {
    return this.stopping;
  }

  private async run(): Promise<void> {
    const { everyMs = 600_000, batchSize = 1_000, logger, rows } = this.options;
    while (!this.isStopping()) {
      try {
        const deleted = await rows.deleteExpired(batchSize);
        this.lastError = undefined;
        this.backoff.reset();
        if (deleted < batchSize) await this.pause.sleep(everyMs);
      } catch (error) {
        this.lastError = error;
        logger.warn({ err: error, table: rows.table }, 'deleting expired rows failed; retrying');
        await this.pause.sleep(this.backoff.next());
      }
    }
  }
}
