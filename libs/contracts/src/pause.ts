/** A wait that `wake` ends early; a `wake` without a waiter ends the next wait. */
export class Pause {
  private awake = false;
  private end: (() => void) | undefined;

  wake(): void {
    this.awake = true;
    this.end?.();
  }

  /** Returns whether `wake` ended it. */
  async sleep(ms: number): Promise<boolean> {
    if (!this.awake) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.end = undefined;
    const { awake } = this;
    this.awake = false;
    return awake;
  }
}

/** A wait that ends early when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Exponential backoff for an outage of any duration. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {}

  /** The next pause in milliseconds. */
  next(): number {
    const pause = Math.min(this.firstMs * 2 ** this.failures, this.longestMs);
    this.failures += 1;
    return pause;
  }

  reset(): void {
    this.failures = 0;
  }
}
