import type { SharedStore } from '../shared-store/shared-store.js';
import { countRequests } from './count-requests.js';
import type { Count, Counter } from './counter.js';

/** Requests that the next statement counts. */
interface Batch {
  size: number;
  /** Before the first of them; undefined when the store cannot be used. */
  readonly counted: Promise<Count | undefined>;
}

/**
 * The counts of all replicas. Requests that arrive while a statement for their name is in flight
 * are counted together by the next one, so that a busy institution does not cost a statement for
 * each request. While the store cannot be used, this process uses its own counts, which it always
 * maintains.
 */
export class SharedCounts implements Counter {
  private readonly waiting = new Map<string, Batch>();
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: SharedStore,
    private readonly own: Counter,
  ) {}

  async count(name: string, limit: number): Promise<Count> {
    const own = await this.own.count(name, limit);
    if (!this.store.isUsable) return own;
    return (await this.countTogether(name, limit)) ?? own;
  }

  private async countTogether(name: string, limit: number): Promise<Count | undefined> {
    const batch = this.waiting.get(name) ?? this.nextBatch(name, limit);
    batch.size += 1;
    const place = batch.size;
    const counted = await batch.counted;
    return counted && { ...counted, used: counted.used + place };
  }

  private nextBatch(name: string, limit: number): Batch {
    const batch: Batch = { size: 0, counted: this.addNext(name, limit) };
    this.waiting.set(name, batch);
    return batch;
  }

  private async addNext(name: string, limit: number): Promise<Count | undefined> {
    await this.running.get(name);
    const size = this.waiting.get(name)?.size ?? 0;
    this.waiting.delete(name);
    const counted = this.store.ask((pool) => countRequests(pool, name, size, limit));
    this.running.set(name, counted);
    try {
      return await counted;
    } finally {
      if (this.running.get(name) === counted) this.running.delete(name);
    }
  }
}
