import { setTimeout as pause } from 'node:timers/promises';
import { BusServer, readMessagingFigures } from '@ndx/messaging';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoop } from '../definition/background-loop.js';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { LOGGER } from '../definition/tokens.js';

export const SAMPLE_SECONDS = 60;
const KEPT_HOURS = 6;
const MAX_SAMPLES = (KEPT_HOURS * 3_600) / SAMPLE_SECONDS;

/** A figure that takes longer is not recorded. */
const READ_MS = 2_000;

/** The lag and the backlog of a service at a time; null where a figure could not be read. */
export interface FigureSample {
  readonly at: Date;
  readonly consumerLag: number | null;
  readonly outboxEvents: number | null;
  readonly parkedEvents: number | null;
}

/**
 * The figures of the last hours, once a minute, in the memory of a serving process: they begin with
 * the process, and each replica has its own.
 */
@Injectable()
export class FigureHistory implements OnApplicationShutdown {
  readonly since = new Date();
  private readonly kept: FigureSample[] = [];
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(BusServer) private readonly server: BusServer,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: ServiceSettings['logger'],
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sample(),
      everyMs: SAMPLE_SECONDS * 1_000,
      onFailure: (error) => logger.warn({ err: error }, 'recording figures failed; retrying'),
    });
  }

  /** Oldest first. */
  get samples(): readonly FigureSample[] {
    return this.kept;
  }

  start(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async sample(): Promise<false> {
    const [figures, consumerLag] = await Promise.all([
      orNull(readMessagingFigures(this.dataSource)),
      orNull(this.server.subscription.lag()),
    ]);
    this.kept.push({
      at: new Date(),
      consumerLag,
      outboxEvents: figures?.outboxEvents ?? null,
      parkedEvents: figures?.parkedEvents ?? null,
    });
    if (this.kept.length > MAX_SAMPLES) this.kept.shift();
    return false;
  }
}

/** Null when the figure cannot be read; the problems of the service state why. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  const deadline = pause(READ_MS, null, { ref: false });
  const [read] = await Promise.allSettled([Promise.race([reading, deadline])]);
  return read.status === 'fulfilled' ? read.value : null;
}
