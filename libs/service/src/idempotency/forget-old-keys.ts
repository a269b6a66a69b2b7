import { Backoff, Pause } from '@ndx/contracts';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Logger } from '@ndx/telemetry';

export interface ForgettingOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly keepHours: number;
  /** Interval between runs, in milliseconds. */
  readonly everyMs?: number;
  /** Maximum number of keys deleted in one statement. */
  readonly batchSize?: number;
}

/** Uses the index idempotency_key_by_age; concurrent replicas delete other rows. */
const FORGET = `
delete from idempotency_key where scope in (
  select scope from idempotency_key where answered_at < now() - $1 * interval '1 hour'
  order by answered_at limit $2 for update skip locked)`;

/** Deletes keys after their retention: a later request with such a key is a new request. */
export class ForgetOldKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pause = new Pause();
  private readonly backoff = new Backoff(1_000, 60_000);
  private running: Promise<void> | undefined;
  private stopping = false;
  private lastError: unknown;

  constructor(private readonly options: ForgettingOptions) {}

  onApplicationBootstrap(): void {
    this.running ??= this.run();
  }

  async onApplicationShutdown(): Promise<void> {
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
    const { everyMs = 600_000, batchSize = 1_000, logger } = this.options;
    while (!this.isStopping()) {
      try {
        const forgotten = await this.forget(batchSize);
        this.lastError = undefined;
        this.backoff.reset();
        if (forgotten < batchSize) await this.pause.sleep(everyMs);
      } catch (error) {
        this.lastError = error;
        logger.warn({ err: error }, 'deleting expired idempotency keys failed; retrying');
        await this.pause.sleep(this.backoff.next());
      }
    }
  }

  /** Returns the number of deleted keys. */
  private async forget(batchSize: number): Promise<number> {
    const { dataSource, keepHours } = this.options;
    const [, forgotten] = await dataSource.query<[unknown[], number]>(FORGET, [
      keepHours,
      batchSize,
    ]);
    return forgotten;
  }
}
