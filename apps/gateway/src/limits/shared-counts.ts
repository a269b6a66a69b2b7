import type { Logger } from '@ndx/telemetry';
import type { Count, Counter } from './counter.js';
import type { CountStore } from './count-store.js';

const RETRY_MS = 1_000;

/** Requests that the next statement counts. */
interface Batch {
  size: number;
  /** Before the first of them. */
  readonly counted: Promise<Count>;
}

/**
 * The counts of all replicas. Requests that arrive while a statement for their name is in flight
 * are counted together by the next one, so that a busy institution does not cost a statement for
 * each request. While the store does not respond in time, this process uses its own counts, which
 * it always maintains, and retries the store every second.
 */
export class SharedCounts implements Counter {
  private isUsable = false;
  private hasFailed = false;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;
  private readonly waiting = new Map<string, Batch>();
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: CountStore,
    private readonly own: Counter,
    /** Timeout of the store for a request, in milliseconds; twice that behind another request. */
    private readonly timeoutMs: number,
    private readonly logger: Logger,
  ) {}

  /** Starts to use the store; retries until it is available. */
  async open(): Promise<void> {
    try {
      await this.store.open();
      this.use();
    } catch (error) {
      this.fail(error);
    }
  }

  async count(name: string, limit: number): Promise<Count> {
    const own = await this.own.count(name, limit);
    if (!this.isUsable) return own;
    try {
      return await this.countTogether(name, limit);
    } catch (error) {
      this.fail(error);
      return own;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.store.close();
  }

  private async countTogether(name: string, limit: number): Promise<Count> {
    const batch = this.waiting.get(name) ?? this.nextBatch(name, limit);
    batch.size += 1;
    const place = batch.size;
    const { used, freesInMs } = await batch.counted;
    return { used: used + place, freesInMs };
  }

  private nextBatch(name: string, limit: number): Batch {
    const batch: Batch = { size: 0, counted: this.addNext(name, limit) };
    this.waiting.set(name, batch);
    return batch;
  }

  private async addNext(name: string, limit: number): Promise<Count> {
    await Promise.allSettled([this.running.get(name)]);
    const size = this.waiting.get(name)?.size ?? 0;
    this.waiting.delete(name);
    const counted = within(this.timeoutMs, this.store.add(name, size, limit));
    this.running.set(name, counted);
    try {
      return await counted;
    } finally {
      if (this.running.get(name) === counted) this.running.delete(name);
    }
  }

  private use(): void {
    this.isUsable = true;
    if (this.hasFailed) this.logger.info('rate limit store recovered');
    this.hasFailed = false;
  }

  /** Logs the failure once, and retries until it succeeds. */
  private fail(error: unknown): void {
    if (this.isClosed) return;
    if (!this.hasFailed) {
      this.logger.warn({ err: error }, 'rate limit store timeout; this replica counts locally');
    }
    this.hasFailed = true;
    this.isUsable = false;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      this.store.open().then(
        () => this.use(),
        (cause: unknown) => this.fail(cause),
      );
    }, RETRY_MS).unref();
  }
}

/** @throws Error when it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
