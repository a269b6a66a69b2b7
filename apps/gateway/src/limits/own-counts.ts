import { RateLimiterMemory } from 'rate-limiter-flexible';
import { WINDOW_SECONDS, type Count, type Counter } from './counter.js';

/** What this process counts by itself. */
export class OwnCounts implements Counter {
  // How many are too many is not its matter: it is asked to count, never to refuse.
  private readonly counts = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS });

  async count(name: string): Promise<Count> {
    const { consumedPoints, msBeforeNext } = await this.counts.penalty(name, 1);
    return { used: consumedPoints, resetsInMs: msBeforeNext };
  }

  async close(): Promise<void> {
    // Its timers hold no process up.
  }
}
