import { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import type { DeliveredBatch, EventEnvelope } from '../bus/port.js';
import { addWaiting, lockParkedKeys, type ParkedEvent } from '../dead-letters/parked-keys.js';
import type { MessagingLogger } from '../logger.js';
import { MessagingMetrics } from '../metrics.js';
import { afterCommit, Batcher, inTransaction, isConnectionError } from '@ndx/postgres';
import type { EventContext, EventHandlers } from './event-handler.js';
import { handleEvents } from './handle-event.js';
import { claim } from './inbox.js';
import { KeyByKey } from './key-by-key.js';
import { LogPositions, MissedEventsError } from './log-positions.js';
import type { Processed } from './processed.js';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry-policy.js';
import type { ReadModelRow } from './read-model-row.js';

/** Maximum number of events of batches that share a transaction: a writer may wait for its end. */
const SHARED_EVENTS = 200;

/** The events of a batch that have a handler. */
interface KnownBatch {
  readonly batch: DeliveredBatch;
  readonly events: readonly ParkedEvent[];
  readonly progressed: () => void;
}

export interface EventProcessorOptions {
  readonly dataSource: DataSource;
  /** The owner of the inbox: the service's name. */
  readonly consumer: string;
  readonly handlers: EventHandlers;
  readonly logger: MessagingLogger;
  readonly retry?: RetryPolicy;
  readonly metrics?: MessagingMetrics;
  /** Called after the commit for each row that an event of the bus did not change. */
  readonly onOvertaken?: (row: ReadModelRow) => void;
}

/**
 * Applies delivered events, each exactly once: the writes of the handler and the inbox row of the
 * event are one transaction (design 4). Every acknowledged event was handled or parked.
 */
export class EventProcessor {
  readonly consumer: string;
  readonly handlers: EventHandlers;
  private readonly metrics: MessagingMetrics;
  private readonly keyByKey: KeyByKey;
  private readonly positions: LogPositions;
  private readonly batches: Batcher<KnownBatch, undefined>;

  constructor(private readonly options: EventProcessorOptions) {
    this.consumer = options.consumer;
    this.handlers = options.handlers;
    this.metrics = options.metrics ?? new MessagingMetrics(new Registry());
    this.positions = new LogPositions(options.dataSource, options.consumer);
    this.keyByKey = new KeyByKey(
      options.dataSource,
      options.logger,
      options.retry ?? DEFAULT_RETRY_POLICY,
      (manager, event, progressed) => this.applyAll(manager, [event], progressed),
      this.consumer,
    );
    this.batches = new Batcher((batches) => this.applyTogether(batches), {
      maxConcurrentBatches: 1,
      maxBatchSize: SHARED_EVENTS,
      sizeOf: ({ events }) => events.length,
      isSingleFailure: (error) => !isConnectionError(error),
    });
  }

  /**
   * Applies a batch in one transaction, which batches of other partitions may share, or, after a
   * failure, key by key: an event that keeps failing is parked with its key, and other keys
   * continue.
   * @param progressed called for each finished event, and each attempt
   * @throws the error of an unreachable database: the bus delivers the batch again
   * @throws MissedEventsError when the database lacks earlier events: nothing is applied
   */
  async onBatch(batch: DeliveredBatch, progressed: () => void = () => undefined): Promise<void> {
    const { topic, partition } = batch;
    const events: ParkedEvent[] = [];
    const unhandled: Processed[] = [];
    for (const { envelope } of batch.events) {
      if (this.handlers.has(envelope.type)) events.push({ topic, partition, envelope });
      else unhandled.push([envelope, 'unhandled']);
    }
    await this.process({ batch, events, progressed });
    this.count(unhandled);
  }

  /** Marks and handles the new events, in order, in the given transaction. */
  async apply(manager: EntityManager, envelopes: readonly EventEnvelope[]): Promise<Processed[]> {
    const fresh = await claim(manager, this.consumer, envelopes);
    return this.handleFresh(manager, envelopes, fresh, () => undefined);
  }

  /**
   * Handles events, in order, in the given transaction, whether they are new or not.
   * @param overtaken called for each row that the handlers report
   * @throws any error of a handler, or an Error when an event has no handler
   */
  handle(
    manager: EntityManager,
    envelopes: readonly EventEnvelope[],
    overtaken: EventContext['overtaken'],
    progressed: () => void = () => undefined,
  ): Promise<void> {
    const { handlers, consumer } = this;
    return handleEvents(handlers, manager, { envelopes, consumer, overtaken }, progressed);
  }

  /** Counts the results of events. */
  count(outcomes: readonly Processed[]): void {
    for (const [{ type }, outcome] of outcomes) this.metrics.count(this.consumer, type, outcome);
  }

  private async process(known: KnownBatch): Promise<void> {
    const { batch, events, progressed } = known;
    try {
      await this.batches.call(known);
    } catch (error) {
      if (isConnectionError(error) || error instanceof MissedEventsError) throw error;
      progressed();
      const outcomes = await this.keyByKey.process(events, error, progressed);
      // Every event was handled or parked.
      await inTransaction(this.options.dataSource, (manager) =>
        this.positions.advance(manager, batch),
      );
      this.count(outcomes);
    }
  }

  /** Applies the batches of several partitions in one transaction. */
  private async applyTogether(batches: readonly KnownBatch[]): Promise<readonly undefined[]> {
    // Adjacent events of one type share a call of their handler.
    const byTopic = batches.toSorted((one, other) =>
      one.batch.topic.localeCompare(other.batch.topic),
    );
    const events = byTopic.flatMap((each) => each.events);
    const progressed = () => {
      for (const each of batches) each.progressed();
    };
    const outcomes = await inTransaction(this.options.dataSource, async (manager) => {
      for (const { batch } of byTopic) await this.positions.advance(manager, batch);
      return events.length > 0 ? this.applyAll(manager, events, progressed) : [];
    });
    this.count(outcomes);
    return batches.map(() => undefined);
  }

  /** Like `apply`, but an event whose key is parked is parked behind it. */
  private async applyAll(
    manager: EntityManager,
    events: readonly ParkedEvent[],
    progressed: () => void,
  ): Promise<Processed[]> {
    const envelopes = events.map(({ envelope }) => envelope);
    // The inbox first: only then a key that another member parks concurrently is certainly seen.
    const fresh = await claim(manager, this.consumer, envelopes);
    const keys = envelopes.filter(({ id }) => fresh.has(id)).map(({ subject }) => subject);
    const parked =
      keys.length > 0 ? await lockParkedKeys(manager, this.consumer, keys) : new Set<string>();
    const waits = ({ id, subject }: EventEnvelope) => fresh.has(id) && parked.has(subject);

    const waiting = events.filter(({ envelope }) => waits(envelope));
    if (waiting.length > 0) await addWaiting(manager, this.consumer, waiting);
    const handled = await this.handleFresh(
      manager,
      envelopes.filter((envelope) => !waits(envelope)),
      fresh,
      progressed,
    );
    return [...waiting.map(({ envelope }) => [envelope, 'waiting'] as const), ...handled];
  }

  private async handleFresh(
    manager: EntityManager,
    envelopes: readonly EventEnvelope[],
    fresh: ReadonlySet<string>,
    progressed: () => void,
  ): Promise<Processed[]> {
    // A batch may contain the same event twice.
    const remaining = new Set(fresh);
    const outcomes = envelopes.map((envelope): Processed => [
      envelope,
      remaining.delete(envelope.id) ? 'handled' : 'duplicate',
    ]);
    const toHandle = outcomes.flatMap(([envelope, outcome]) =>
      outcome === 'handled' ? envelope : [],
    );
    await this.handle(
      manager,
      toHandle,
      async (row) => afterCommit(manager, () => this.options.onOvertaken?.(row)),
      progressed,
    );
    return outcomes;
  }
}
