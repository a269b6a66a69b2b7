import { Pause } from '@ndx/contracts';
import type { MessagingLogger } from '../logger.js';
import type { CopyComparison } from './copy-comparison.js';

/** Between two ranges, so that a comparison of millions takes no noticeable share of a processor. */
const RANGE_PAUSE_MS = 500;

/** Compares again and again, until it is stopped. */
export class PeriodicComparison {
  private readonly pause = new Pause();
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly comparison: CopyComparison,
    private readonly everyMs: number,
    private readonly logger: MessagingLogger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.pause.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    for (;;) {
      await this.pause.sleep(this.everyMs);
      if (this.isStopping) return;
      const fault = await this.round();
      if (fault) this.logger.warn({ err: fault.error }, 'comparing copies failed; retrying');
    }
  }

  private round(): Promise<{ readonly error: unknown } | undefined> {
    const pause = async () => {
      if (!this.isStopping) await this.pause.sleep(RANGE_PAUSE_MS);
    };
    return this.comparison.round(pause).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  }
}
