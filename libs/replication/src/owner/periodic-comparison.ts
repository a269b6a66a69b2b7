import { sleep } from '@ndx/contracts';
import type { MessagingLogger } from '@ndx/messaging';
import type { ReadModelComparison } from './comparison.js';

/**
 * Between two ranges, so that a comparison of millions takes no noticeable share of a processor.
 */
const RANGE_PAUSE_MS = 500;

/** Compares periodically until it is stopped. */
export class PeriodicComparison {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly comparison: Pick<ReadModelComparison, 'round'>,
    private readonly everyMs: number,
    private readonly logger: MessagingLogger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Completes the current round without its pauses. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await sleep(this.everyMs, signal);
      if (signal.aborted) return;
      const fault = await this.round();
      if (fault) this.logger.warn({ err: fault.error }, 'comparing read models failed; retrying');
    }
  }

  private round(): Promise<{ readonly error: unknown } | undefined> {
    return this.comparison
      .round(() => sleep(RANGE_PAUSE_MS, this.stopping.signal))
      .then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
  }
}
