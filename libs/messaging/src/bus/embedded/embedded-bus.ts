import { BUS_MESSAGE_BYTES } from '@ndx/contracts';
import { Notifications, PooledClient } from '@ndx/postgres';
import pg from 'pg';
import type { ExpiringRows } from '../../expiring-rows.js';
import { EventRefusedError } from '../event-refused-error.js';
import type {
  BusOutage,
  EventBus,
  OutgoingEvent,
  SubscribeOptions,
  Subscription,
} from '../port.js';
import { append, PUBLISHED_CHANNEL } from './append.js';
import type { EmbeddedBusOptions } from './embedded-bus-options.js';
import { EmbeddedSubscription } from './embedded-subscription.js';
import { expiringEvents } from './expiring-events.js';
import { createSchema } from './schema.js';

/**
 * Timeout of a database that does not answer; the request is then retried over another connection.
 */
const QUERY_TIMEOUT_MS = 10_000;

const CREATE_TOPICS = `
with created as (
  insert into bus_topic (topic, partitions) select unnest($1::text[]), $2
  on conflict do nothing returning topic, partitions
)
insert into bus_partition (topic, partition)
select topic, generate_series(0, partitions - 1) from created`;

/** An event log in Postgres, partitioned by key: a bus for a machine with nothing but Node. */
export class EmbeddedBus implements EventBus {
  private readonly pool: pg.Pool;
  private readonly subscriptions: EmbeddedSubscription[] = [];
  private readonly partitions = new Map<string, number>();
  private readonly publications: Notifications;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: EmbeddedBusOptions) {
    this.pool = this.poolWith({
      max: 5,
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.publications = new Notifications({
      connect: () => this.connect(),
      channel: PUBLISHED_CHANNEL,
      onFailure: (error) => {
        this.options.logger.warn({ err: error }, 'listening on the bus failed; polling instead');
      },
      onNotification: (topics) => {
        for (const each of this.subscriptions) each.wake(topics?.split(','));
      },
    });
  }

  async ensureTopics(topics: readonly string[]): Promise<void> {
    await createSchema(this.pool);
    await this.pool.query(CREATE_TOPICS, [topics, this.options.partitions ?? 8]);
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    for (const { envelope } of events) refuseTooLarge(envelope);
    await this.learnPartitions(new Set(events.map(({ topic }) => topic)));
    await append(this.pool, events, this.partitions);
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    const subscription = new EmbeddedSubscription(
      this.pool,
      options,
      this.options,
      () => this.publications.isListening,
    );
    this.subscriptions.push(subscription);
    this.publications.start();
    subscription.start();
    return subscription;
  }

  get expiring(): readonly ExpiringRows[] {
    return expiringEvents(this.pool, this.options.keepHours ?? new Map());
  }

  async outage(): Promise<BusOutage | undefined> {
    const pool = this.poolWith({ max: 1, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
    const outage = await pool.query('select from bus_progress limit 1').then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await pool.end();
    return outage;
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private poolWith(limits: pg.PoolConfig): pg.Pool {
    const { databaseUrl, logger } = this.options;
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      Client: PooledClient,
      ...limits,
    });
    // An idle connection closed; the next request gets a new one, or the error.
    pool.on('error', (error) => logger.warn({ err: error }, 'bus database connection lost'));
    return pool;
  }

  private async connect() {
    const client = await this.pool.connect();
    const release = () => {
      client.release(true);
    };
    return { client, release };
  }

  private async end(): Promise<void> {
    await this.publications.stop();
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
    await this.pool.end();
  }

  /** The number of a topic's partitions never changes, so it is cached. */
  private async learnPartitions(topics: ReadonlySet<string>): Promise<void> {
    const unknown = [...topics].filter((topic) => !this.partitions.has(topic));
    if (unknown.length === 0) return;
    const { rows } = await this.pool.query<{ topic: string; partitions: number }>(
      'select topic, partitions from bus_topic where topic = any($1::text[])',
      [unknown],
    );
    for (const { topic, partitions } of rows) this.partitions.set(topic, partitions);
    const missing = unknown.filter((topic) => !this.partitions.has(topic));
    if (missing.length > 0) throw new Error(`no such topic: ${missing.join(', ')}`);
  }
}

/** The limits of a broker, so that every event that fits here fits there. */
function refuseTooLarge({ data }: OutgoingEvent['envelope']): void {
  const bytes = Buffer.byteLength(data);
  if (bytes > BUS_MESSAGE_BYTES) {
    throw new EventRefusedError(
      `an event of ${bytes} bytes is larger than the ${BUS_MESSAGE_BYTES} that the bus takes`,
    );
  }
}
