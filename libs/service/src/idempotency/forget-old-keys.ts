import { Backoff, Pause } from '@ndx/contracts';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Logger } from '@ndx/telemetry';

export interface ForgettingOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly keepHours: number;
  /** How often it looks, in milliseconds. */
  readonly everyMs?: number;
  /** Most keys forgotten in one statement. */
  readonly batchSize?: number;
}

/** By the index idempotency_key_by_age; replicas that do it at the same time take others. */
const FORGET = `
delete from idempotency_key where scope in (
  select scope from idempotency_key where answered_at < now() - $1 * interval '1 hour'
  order by answered_at limit $2 for update skip locked)`;

/** Forgets keys that are older than they have to be kept: what comes under one then is a new request. */
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

  /** Why the last attempt failed; undefined while all is well. */
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

  /** Returns how many were forgotten. */
  private async forget(batchSize: number): Promise<number> {
    const { dataSource, keepHours } = this.options;
    const [, forgotten] = await dataSource.query<[unknown[], number]>(FORGET, [
      keepHours,
      batchSize,
    ]);
    return forgotten;
  }
}
