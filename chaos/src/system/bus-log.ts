import { ALL_TOPICS, newId } from '@ndx/contracts';
import { createBus, type EventBus, type EventEnvelope, type Subscription } from '@ndx/messaging';
import type { BusAddress } from '@ndx/tools/network/bus-address';
import { STANDARD_ERROR_LOGGER } from '@ndx/tools/network/standard-error-logger';

/** An arrival of an event, for the first time or again. */
export interface Arrival {
  readonly topic: string;
  readonly envelope: EventEnvelope;
}

/**
 * A consumer of every topic in a separate group: the events on the bus, in the order of each key.
 */
export class BusLog {
  private readonly seen: Arrival[] = [];
  private subscription: Subscription | undefined;

  private constructor(private readonly bus: EventBus) {}

  static async open(address: BusAddress): Promise<BusLog> {
    const quiet = { ...STANDARD_ERROR_LOGGER, warn: () => undefined };
    const log = new BusLog(createBus({ ...address, logger: quiet }));
    log.subscription = await log.bus.subscribe({
      group: `chaos-${newId()}`,
      topics: ALL_TOPICS,
      onBatch: ({ topic, events }) => {
        for (const { envelope } of events) log.seen.push({ topic, envelope });
        return Promise.resolve();
      },
    });
    return log;
  }

  /** Everything that was on the bus at the time of the call. */
  async arrivals(): Promise<readonly Arrival[]> {
    await this.subscription?.caughtUp(AbortSignal.timeout(CAUGHT_UP_MS));
    return this.seen;
  }

  /** Like `arrivals`, with only the first arrival of each event. */
  async events(): Promise<readonly Arrival[]> {
    const first = new Map<string, Arrival>();
    for (const arrival of await this.arrivals()) {
      if (!first.has(arrival.envelope.id)) first.set(arrival.envelope.id, arrival);
    }
    return [...first.values()];
  }

  close(): Promise<void> {
    return this.bus.close();
  }
}

const CAUGHT_UP_MS = 60_000;
