import { randomUUID } from 'node:crypto';
import { declareEvent, type EventDeclaration } from '@ndx/contracts';
import { eventually, type BusName } from '@ndx/testing';
import { Registry } from 'prom-client';
import Type, { type Static } from 'typebox';
import type { DataSource } from 'typeorm';
import type { EventBus, OutgoingEvent, Subscription } from '../bus/port.js';
import { DeadLetters } from '../dead-letters/dead-letters.js';
import type { EventContext } from '../inbox/event-handler.js';
import { EventProcessor, type EventProcessorOptions } from '../inbox/event-processor.js';
import { MessagingMetrics, type Outcome } from '../metrics.js';
import { outgoingEvent } from '../outbox/outbox-row.js';
import { OutboxRelay, type OutboxRelayOptions } from '../outbox/outbox-relay.js';
import { Transactions } from '../outbox/transactions.js';
import { startBusServer, type BusServerUnderTest } from './bus-servers.js';
import { noLog } from './no-log.js';
import { serviceDatabase } from './service-database.js';
import { silent } from './silent-logger.js';

const Step = Type.Object({ key: Type.String(), n: Type.Integer() });

export type Step = Static<typeof Step>;

/**
 * A writing and a consuming service with separate databases, and a bus between them; on a separate
 * topic, so that suites can share a broker. Every part has its own connection to the bus, like a
 * process.
 */
export class Rig {
  readonly topic = `conformance.${randomUUID()}`;
  readonly group = `group-${randomUUID()}`;
  readonly stepTaken: EventDeclaration<Step>;
  readonly unheardOf: EventDeclaration<Step>;
  readonly registry = new Registry();
  /** Options of another consumer like `processor`. */
  readonly processorOptions: EventProcessorOptions;
  readonly processor: EventProcessor;
  readonly transactions: Transactions;
  /** The handler fails for steps of these keys. */
  readonly poisoned = new Set<string>();
  private readonly cleanUp: (() => Promise<void>)[] = [];

  private constructor(
    readonly server: BusServerUnderTest,
    readonly writer: DataSource,
    readonly writerUrl: string,
    readonly consumer: DataSource,
  ) {
    this.stepTaken = this.declare('consent.step-taken.v1');
    this.unheardOf = this.declare('consent.unheard-of.v1');
    this.processorOptions = {
      dataSource: consumer,
      consumer: 'product-query',
      handlers: new Map([
        [
          this.stepTaken.type,
          {
            declaration: this.stepTaken,
            handle: (payload: unknown, context: EventContext) =>
              this.record(this.stepTaken.parse(payload), context),
          },
        ],
      ]),
      logger: silent,
      retry: { pausesMs: [1, 1, 1], concurrentKeys: 4 },
      metrics: new MessagingMetrics(this.registry),
    };
    this.processor = new EventProcessor(this.processorOptions);
    this.transactions = new Transactions({
      dataSource: writer,
      source: 'consent',
      context: () => ({ requestId: 'request-1' }),
      wake: () => undefined,
    });
  }

  /**
   * @param own whether the test needs a bus that it can break
   * @param writers maximum number of concurrent transactions
   */
  static async start(
    name: BusName,
    own: 'own' | 'shared' = 'shared',
    writers?: number,
  ): Promise<Rig> {
    const server = await startBusServer(name, own);
    const [writer, consumer] = await Promise.all([serviceDatabase(writers), serviceDatabase()]);
    await consumer.dataSource.query(
      'create table seen (position bigint generated always as identity, key text, n integer)',
    );
    const rig = new Rig(server, writer.dataSource, writer.url, consumer.dataSource);
    rig.cleanUp.push(
      () => server.stop(),
      () => writer.drop(),
      () => consumer.drop(),
    );
    const bus = rig.bus();
    await bus.ensureTopics([rig.topic]);
    return rig;
  }

  async stop(): Promise<void> {
    for (const step of this.cleanUp.reverse()) await step();
  }

  /** A connection of another process to the bus. */
  bus(): EventBus {
    const bus = this.server.connect();
    this.cleanUp.push(() => bus.close());
    return bus;
  }

  relay(options: Partial<OutboxRelayOptions> = {}): OutboxRelay {
    const relay = new OutboxRelay({
      dataSource: this.writer,
      bus: options.bus ?? this.bus(),
      logger: silent,
      log: noLog,
      pollMs: 20,
      ...options,
    });
    relay.start();
    this.cleanUp.push(() => relay.stop());
    return relay;
  }

  subscribe(processor = this.processor): Promise<Subscription> {
    return this.bus().subscribe({
      group: this.group,
      topics: [this.topic],
      onBatch: (batch) => processor.onBatch(batch),
    });
  }

  /** Commits one step, like a use case. */
  take(step: Step): Promise<void> {
    return this.transactions.run(async ({ publish }) => publish(this.stepTaken, step));
  }

  outgoing(step: Step, declaration = this.stepTaken): OutgoingEvent {
    return outgoingEvent(declaration, step, {});
  }

  /** The steps that had an effect, in the order of their effects. */
  async seen(key?: string): Promise<number[]> {
    const rows = await this.consumer.query<{ n: number }[]>(
      'select n from seen where key = coalesce($1, key) order by position',
      [key ?? null],
    );
    return rows.map(({ n }) => n);
  }

  /** Waits until the effects are as expected. */
  sees(expected: readonly number[], key?: string): Promise<void> {
    return eventually(
      async () => {
        const seen = await this.seen(key);
        if (JSON.stringify(seen) !== JSON.stringify(expected)) {
          throw new Error(`seen ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
        }
      },
      { timeoutMs: 120_000 },
    );
  }

  async outboxSize(): Promise<number> {
    const [row] = await this.writer.query<{ n: number }[]>('select count(*)::int as n from outbox');
    return row?.n ?? 0;
  }

  async counted(outcome: Outcome): Promise<number> {
    const metric = await this.registry.getSingleMetric('messaging_events_total')?.get();
    const values = metric?.values ?? [];
    return values
      .filter(({ labels }) => labels['outcome'] === outcome)
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** The types by which events of the outcome are counted. */
  async countedTypes(outcome: Outcome): Promise<unknown[]> {
    const metric = await this.registry.getSingleMetric('messaging_events_total')?.get();
    return (metric?.values ?? [])
      .filter(({ labels }) => labels['outcome'] === outcome)
      .map(({ labels }) => labels['type']);
  }

  get deadLetters(): DeadLetters {
    return new DeadLetters(this.consumer, this.processor);
  }

  private async record({ key, n }: Step, { manager }: EventContext): Promise<void> {
    await manager.query('insert into seen (key, n) values ($1, $2)', [key, n]);
    if (this.poisoned.has(key)) throw new Error(`${key} is poison`);
  }

  private declare(type: string): EventDeclaration<Step> {
    const declared = declareEvent({
      type,
      source: 'consent',
      description: 'Something happened to a test.',
      payload: Step,
      key: ({ key }) => key,
      subscribers: ['product-query'],
      audited: false,
    });
    return { ...declared, topic: this.topic };
  }
}
