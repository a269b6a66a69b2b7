import { LRUCache } from 'lru-cache';
import type { Count, Counter } from './counter.js';
import { SlidingCount } from './sliding-count.js';

/** Of the institutions that send requests; the one that was idle longest is forgotten. */
const MAX_NAMES = 20_000;

/** The counts of this process. */
export class OwnCounts implements Counter {
  private readonly counts = new LRUCache<string, SlidingCount>({ max: MAX_NAMES });

  async count(name: string, limit: number): Promise<Count> {
    const now = performance.now();
    const counted = this.counts.get(name) ?? new SlidingCount();
    this.counts.set(name, counted);
    const used = counted.used(now) + 1;
    if (used <= limit) counted.add(now);
    return { used, freesInMs: counted.freesInMs(now) };
  }
}
