import { Backoff, describeError, Pause } from '@ndx/contracts';
import type { BackgroundWork } from './background-work.js';

export interface BackgroundLoopOptions {
  /** One part of the work. Returns whether there may be more of it. */
  readonly work: () => Promise<boolean>;
  /** The pause of an idle loop, in milliseconds. */
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Repeats work until it is stopped, with growing pauses while it fails. */
export class BackgroundLoop implements BackgroundWork {
  private readonly pause = new Pause();
  private readonly backoff = new Backoff(1_000, 60_000);
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private lastError: unknown;

  constructor(private readonly options: BackgroundLoopOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.pause.wake();
    await this.running;
  }

  /** Aborted when the loop is stopped. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  /** The error of the last part; undefined when it succeeded. */
  get error(): unknown {
    return this.lastError;
  }

  /**
   * The warning of readiness while the work fails.
   * @param consequence such as `notices are not sent`
   */
  warning(consequence: string): string | undefined {
    if (this.lastError === undefined) return undefined;
    return `${consequence}: ${describeError(this.lastError)}`;
  }

  private async run(): Promise<void> {
    const { work, everyMs, onFailure } = this.options;
    while (!this.signal.aborted) {
      try {
        const hasMore = await work();
        this.lastError = undefined;
        this.backoff.reset();
        if (!hasMore) await this.pause.sleep(everyMs);
      } catch (error) {
        this.lastError = error;
        onFailure(error);
        await this.pause.sleep(this.backoff.next());
      }
    }
  }
}
