import { newId, QueryExecuted, topicOf, type QueryEvent } from '@ndx/contracts';
import { createBus } from '@ndx/messaging';
import type { BusAddress } from '../network/bus-address.js';
import { STANDARD_ERROR_LOGGER } from '../network/standard-error-logger.js';

/** Consumes billing's topic, like billing, in a new consumer group. */
export interface QueryEventWatch {
  /**
   * The event of a query after its arrival. @throws Error when it does not arrive within 15 seconds
   */
  eventOf(queryEventId: string): Promise<QueryEvent>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 15_000;

export async function watchQueryEvents(address: BusAddress): Promise<QueryEventWatch> {
  const bus = createBus({ ...address, logger: STANDARD_ERROR_LOGGER });
  const arrived = new Map<string, QueryEvent>();
  const waiting = new Map<string, (event: QueryEvent) => void>();
  await bus.subscribe({
    group: `demo-${newId()}`,
    topics: [topicOf('product-query')],
    onBatch: ({ events }) => {
      for (const { envelope } of events) {
        if (envelope.type !== QueryExecuted.type) continue;
        const event = QueryExecuted.parse(JSON.parse(envelope.data));
        arrived.set(event.query_event_id, event);
        waiting.get(event.query_event_id)?.(event);
      }
      return Promise.resolve();
    },
  });
  return {
    eventOf: (id) => {
      const known = arrived.get(id);
      if (known) return Promise.resolve(known);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`the event of query ${id} has not arrived on the bus`));
        }, TIMEOUT_MS);
        waiting.set(id, (event) => {
          clearTimeout(timer);
          resolve(event);
        });
      });
    },
    close: () => bus.close(),
  };
}
