import { setTimeout as pause } from 'node:timers/promises';
import { InvalidEventError } from '@ndx/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { park, type ParkedEvent } from '../dead-letters/parked-keys.js';
import { describeError } from '@ndx/contracts';
import type { MessagingLogger } from '../logger.js';
import { isConnectionError, inTransaction } from '@ndx/postgres';
import { claim } from './inbox.js';
import type { Processed } from './processed.js';
import type { RetryPolicy } from './retry-policy.js';

/** Applies one event in the given transaction. */
type Apply = (
  manager: EntityManager,
  event: ParkedEvent,
  progressed: () => void,
) => Promise<Processed[]>;

/**
 * The slow path after a failure in a batch: each event in its own transaction, in order within a
 * key, several keys concurrently. An event that fails every attempt is parked with the later events
 * of its key.
 */
export class KeyByKey {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: MessagingLogger,
    private readonly retry: RetryPolicy,
    private readonly apply: Apply,
    private readonly consumer: string,
  ) {}

  /** @param progressed called for each finished event, and each attempt */
  async process(
    events: readonly ParkedEvent[],
    cause: unknown,
    progressed: () => void,
  ): Promise<Processed[]> {
    this.logger.warn({ err: cause, events: events.length }, 'batch failed; retrying key by key');
    const queue = byKey(events);
    const outcomes: Processed[] = [];
    const worker = async () => {
      for (let ofKey = queue.shift(); ofKey; ofKey = queue.shift()) {
        for (const event of ofKey) outcomes.push(...(await this.one(event, progressed)));
      }
    };
    const workers = Array.from({ length: this.retry.concurrentKeys }, worker);
    // All keys must finish before the batch may be delivered again.
    const ends = await Promise.allSettled(workers);
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason;
    }
    return outcomes;
  }

  private async one(event: ParkedEvent, progressed: () => void): Promise<Processed[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inTransaction(this.dataSource, (manager) =>
          this.apply(manager, event, progressed),
        );
      } catch (error) {
        if (isConnectionError(error)) throw error;
        progressed();
        const pauseMs = this.retry.pausesMs[tries - 1];
        if (pauseMs === undefined || error instanceof InvalidEventError) {
          return this.park(event, error, tries);
        }
        await pause(pauseMs);
      }
    }
  }

  private async park(event: ParkedEvent, error: unknown, attempts: number): Promise<Processed[]> {
    const { id, type, subject } = event.envelope;
    const parked = await inTransaction(this.dataSource, async (manager) => {
      // Another member that has the partition now may have handled it.
      const fresh = await claim(manager, this.consumer, [event.envelope]);
      if (fresh.size === 0) return false;
      await park(manager, this.consumer, event, { error: describeError(error), attempts });
      return true;
    });
    if (!parked) return [[event.envelope, 'duplicate']];
    this.logger.error(
      { err: error, consumer: this.consumer, event_id: id, type, key: subject, attempts },
      'event parked; its key is blocked',
    );
    return [[event.envelope, 'parked']];
  }
}

function byKey(events: readonly ParkedEvent[]): ParkedEvent[][] {
  const keys = new Map<string, ParkedEvent[]>();
  for (const event of events) {
    const ofKey = keys.get(event.envelope.subject);
    if (ofKey) ofKey.push(event);
    else keys.set(event.envelope.subject, [event]);
  }
  return [...keys.values()];
}
