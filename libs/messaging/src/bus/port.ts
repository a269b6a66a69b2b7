/** An event as it travels: the CloudEvents 1.0 attributes and the payload as JSON text (design 4). */
export interface EventEnvelope {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** The aggregate that the fact is about; also the key, and so the unit of order. */
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly requestId?: string;
  readonly traceparent?: string;
  readonly data: string;
}

export interface OutgoingEvent {
  readonly topic: string;
  readonly key: string;
  readonly envelope: EventEnvelope;
}

export interface DeliveredEvent {
  readonly offset: bigint;
  readonly envelope: EventEnvelope;
}

/** Consecutive events of one partition, in its order. */
export interface DeliveredBatch {
  readonly topic: string;
  readonly partition: number;
  readonly events: readonly DeliveredEvent[];
}

export interface SubscribeOptions {
  /** Its members share the partitions; each event reaches the group at least once. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Resolves: progress is committed. Throws: the batch is delivered again, after a pause. Calls
   * `progressed` with each event that it has dealt with, or else it counts as stuck after a while.
   */
  onBatch(batch: DeliveredBatch, progressed: () => void): Promise<void>;
}

/**
 * `recovering`: something failed, and is being tried again. `silent`: nothing was heard of the bus
 * for a while. `stuck`: a handler does not return; only the end of the process gets it out of that.
 */
export type SubscriptionState = 'running' | 'recovering' | 'silent' | 'stuck' | 'stopped';

/** One member of a group; it recovers by itself from a bus that goes away and returns. */
export interface Subscription {
  /**
   * Resolves when all that was on the topics at the time of the call has been processed by the
   * group, whichever member did it. Rejects with the signal's reason when that is aborted.
   */
  caughtUp(signal?: AbortSignal): Promise<void>;
  /** Events on the topics that the group has not processed yet. */
  lag(): Promise<number>;
  state(): SubscriptionState;
  /** Finishes the batch in hand, commits it, and leaves the group. */
  stop(): Promise<void>;
}

/** Why the bus does not answer anybody. */
export interface BusOutage {
  readonly error: unknown;
}

/** The port behind which a bus stands. src/conformance tests the required behaviour of every bus. */
export interface EventBus {
  /** Creates missing topics. Safe for concurrent processes. */
  ensureTopics(topics: readonly string[]): Promise<void>;
  /**
   * Resolves when every event is durable, in the given order within a key. After a rejection some
   * may be on the bus: the caller publishes all of them again, and consumers skip what they know.
   * @throws EventRefusedError when one of them is refused for what it is, and so will be again
   */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * Asks the bus over a connection of its own, for three seconds at most. Resolves with what keeps it
   * from answering; with undefined when nothing does.
   */
  outage(): Promise<BusOutage | undefined>;
  /** Stops its subscriptions and closes its connections. */
  close(): Promise<void>;
}
