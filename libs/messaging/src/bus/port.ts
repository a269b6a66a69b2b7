import type { ExpiringRows } from '../expiring-rows.js';

/**
 * An event as it travels: the CloudEvents 1.0 attributes and the payload as JSON text (design 4).
 */
export interface EventEnvelope {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** The aggregate id; also the key, within which events are ordered. */
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly requestId?: string;
  readonly traceparent?: string;
  /**
   * The ids of the events of the aggregate that this event directly follows (replication 4). Absent
   * where its changes are not delivered directly.
   */
  readonly predecessors?: readonly string[];
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
   * Resolves: progress is committed. Rejects: the batch is delivered again after a pause. Calls
   * `progressed` for each finished event; without calls for a while the handler counts as stuck.
   */
  onBatch(batch: DeliveredBatch, progressed: () => void): Promise<void>;
}

/**
 * `recovering`: a failure is being retried. `silent`: no heartbeat for a while. `stuck`: a handler
 * does not return; only a restart of the process helps.
 */
export type SubscriptionState = 'running' | 'recovering' | 'silent' | 'stuck' | 'stopped';

/** The next event of a partition. */
export interface LogPosition {
  readonly topic: string;
  readonly partition: number;
  readonly next: bigint;
}

/** A partition, with the offset that the group committed. */
export interface PartitionProgress extends LogPosition {
  /** The offset of the first event that the bus still has. */
  readonly start: bigint;
  /** The offset after the last event. */
  readonly end: bigint;
}

/** One member of a group; it recovers by itself from an outage of the bus. */
export interface Subscription {
  /**
   * Resolves when the group has processed all events that were on the topics at the time of the
   * call. Rejects with the signal's reason when that is aborted.
   */
  caughtUp(signal?: AbortSignal): Promise<void>;
  /** Number of events on the topics that the group has not processed yet. */
  lag(): Promise<number>;
  /** Every partition of the topics. */
  progress(): Promise<readonly PartitionProgress[]>;
  /**
   * Delivers the partitions of this member again from these positions on. A batch in flight may be
   * finished first.
   */
  rewind(positions: readonly LogPosition[]): Promise<void>;
  state(): SubscriptionState;
  /** Finishes the batch in flight, commits it, and leaves the group. */
  stop(): Promise<void>;
}

/** The reason why the bus does not respond. */
export interface BusOutage {
  readonly error: unknown;
}

/** The interface of a bus. src/conformance tests the required behaviour of every implementation. */
export interface EventBus {
  /** Creates missing topics. Safe for concurrent processes. */
  ensureTopics(topics: readonly string[]): Promise<void>;
  /**
   * Resolves when every event is durable, in the given order within a key. After a rejection some
   * events may be on the bus: the caller publishes all of them again, and consumers skip
   * duplicates.
   * @throws EventRefusedError when the bus permanently rejects one of them
   */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * Probes the bus over a separate connection, for at most three seconds. Resolves with the
   * failure, or undefined when the bus responds.
   */
  outage(): Promise<BusOutage | undefined>;
  /** The events that a process has to delete after their retention; a broker does it by itself. */
  readonly expiring?: readonly ExpiringRows[];
  /** Stops its subscriptions and closes its connections. */
  close(): Promise<void>;
}
