import type { DataSource, EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import type { EventProcessor } from '../inbox/event-processor.js';
import { isConnectionError, inTransaction, retryingConflicts } from '@ndx/postgres';
import { describeError } from '@ndx/contracts';
import { lockParkedKeys } from './parked-keys.js';

export interface DeadLetter {
  readonly event_id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  /** `failed`: its handler threw. `waiting`: an earlier event of its key is parked. */
  readonly status: 'failed' | 'waiting';
  readonly error: string | null;
  readonly attempts: number;
  readonly parked_at: Date;
}

/** Selects a page of the letters: at most `limit` letters after a position. */
export interface LetterPage {
  /** The position of the last letter before the page; 0 before the first. */
  readonly after: number;
  readonly limit: number;
}

/** The result of a redrive. */
export interface Redriven {
  /** Handled letters, including letters that had been handled before. */
  readonly handled: number;
  /** Keys that are no longer parked. */
  readonly freedKeys: number;
  /** Keys that stay parked, because a dead letter failed again. */
  readonly failedKeys: number;
}

export interface RedriveOptions {
  /** Undefined for every parked key. */
  readonly key?: string;
  /** Stops before the next letter when it is aborted. */
  readonly signal?: AbortSignal;
}

/** A service's parked events (design 4). */
export class DeadLetters {
  constructor(
    private readonly dataSource: DataSource,
    private readonly processor: EventProcessor,
  ) {}

  /** Lists letters, oldest first. */
  list(): Promise<DeadLetter[]> {
    return this.dataSource.query<DeadLetter[]>(
      `select event_id, topic, key, type, status, error, attempts, parked_at
       from dead_letter where consumer = $1 order by seq`,
      [this.processor.consumer],
    );
  }

  /** Lists a page of letters, oldest first, each with its position. */
  async page({ after, limit }: LetterPage): Promise<(DeadLetter & { readonly seq: string })[]> {
    return this.dataSource.query(
      `select seq, event_id, topic, key, type, status, error, attempts, parked_at
       from dead_letter where consumer = $1 and seq > $2 order by seq limit $3`,
      [this.processor.consumer, after, limit],
    );
  }

  /** Whether a key is parked. */
  async isParked(key: string): Promise<boolean> {
    return (await this.parkedKeys(key)).length > 0;
  }

  /**
   * Runs the letters of one key, or of every parked key, in order. A letter that fails again keeps
   * its key parked, and its error is updated.
   */
  async redrive({ key, signal }: RedriveOptions = {}): Promise<Redriven> {
    const total = { handled: 0, freedKeys: 0, failedKeys: 0 };
    for (const parked of await this.parkedKeys(key)) {
      if (signal?.aborted === true) break;
      const { handled, end } = await this.redriveKey(parked, signal);
      total.handled += handled;
      if (end === 'freed') total.freedKeys += 1;
      if (end === 'failed') total.failedKeys += 1;
    }
    return total;
  }

  private async parkedKeys(key: string | undefined): Promise<string[]> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      `select key from parked_key where consumer = $1 and key = coalesce($2, key) order by parked_at`,
      [this.processor.consumer, key ?? null],
    );
    return rows.map((row) => row.key);
  }

  private async redriveKey(
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<{ handled: number; end: 'freed' | 'failed' | 'stopped' }> {
    for (let handled = 0; ; handled += 1) {
      if (signal?.aborted === true) return { handled, end: 'stopped' };
      try {
        const done = await retryingConflicts(() =>
          inTransaction(this.dataSource, (manager) => this.takeOne(manager, key)),
        );
        if (done === 'freed') return { handled, end: 'freed' };
      } catch (error) {
        if (!(error instanceof LetterFailed) || isConnectionError(error)) throw error;
        await this.recordFailure(error);
        return { handled, end: 'failed' };
      }
    }
  }

  /** Under the lock of the key: runs its oldest letter or, when there is none, unparks the key. */
  private async takeOne(manager: EntityManager, key: string): Promise<'handled' | 'freed'> {
    const { consumer } = this.processor;
    const locked = await lockParkedKeys(manager, consumer, [key]);
    if (!locked.has(key)) return 'freed';
    const letter = await this.oldest(manager, key);
    if (!letter) {
      await manager.query('delete from parked_key where consumer = $1 and key = $2', [
        consumer,
        key,
      ]);
      return 'freed';
    }
    try {
      await this.processor.apply(manager, [JSON.parse(letter.envelope) as EventEnvelope]);
    } catch (error) {
      throw new LetterFailed(letter.event_id, error);
    }
    await manager.query('delete from dead_letter where consumer = $1 and event_id = $2', [
      consumer,
      letter.event_id,
    ]);
    return 'handled';
  }

  private async oldest(manager: EntityManager, key: string) {
    const [letter] = await manager.query<{ event_id: string; envelope: string }[]>(
      `select event_id, envelope from dead_letter
       where consumer = $1 and key = $2 order by seq limit 1`,
      [this.processor.consumer, key],
    );
    return letter;
  }

  private async recordFailure({ eventId, cause }: LetterFailed): Promise<void> {
    await this.dataSource.query(
      `update dead_letter set status = 'failed', error = $3, attempts = attempts + 1
       where consumer = $1 and event_id = $2`,
      [this.processor.consumer, eventId, describeError(cause)],
    );
  }
}

class LetterFailed extends Error {
  constructor(
    readonly eventId: string,
    override readonly cause: unknown,
  ) {
    super('a dead letter failed again', { cause });
  }
}
