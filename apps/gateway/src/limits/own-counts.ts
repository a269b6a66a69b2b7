import { RateLimiterMemory } from 'rate-limiter-flexible';
import { WINDOW_SECONDS, type Count, type Counter } from './counter.js';

/** The counts of this process. */
export class OwnCounts implements Counter {
  // The library only counts here; the limits are compared elsewhere.
  private readonly counts = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS });

  async count(name: string): Promise<Count> {
    const { consumedPoints, msBeforeNext } = await this.counts.penalty(name, 1);
    return { used: consumedPoints, resetsInMs: msBeforeNext };
  }

  async close(): Promise<void> {
    // Its timers must not keep the process running.
  }
}
