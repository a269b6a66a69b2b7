import type { EntityManager } from 'typeorm';
import type { OutboxEvent } from './outbox-row.js';

/** Permanently stores the events that leave the outbox. */
export interface PublishedLog {
  /**
   * Enters the events, in the transaction in which they leave the outbox: each is entered exactly
   * once, by one process at a time.
   */
  append(manager: EntityManager, events: readonly OutboxEvent[]): Promise<void>;
}
