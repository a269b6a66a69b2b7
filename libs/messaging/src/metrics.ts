import { EVENTS } from '@ndx/contracts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Subscription } from './bus/port.js';
import type { OutboxRelay } from './outbox/outbox-relay.js';

/** The result of a delivered event. */
export type Outcome = 'handled' | 'duplicate' | 'unhandled' | 'parked' | 'waiting';

/** Age of the oldest event of the outbox in seconds, except events of parked keys. */
export const OUTBOX_AGE = `
select extract(epoch from now() - time)::float8 as n from outbox o
where not exists (select from parked_outbox_key p where p.key = o.key) order by seq limit 1`;

/** By primary key. A service has one consumer. */
const INBOX_AGE = `
select extract(epoch from now() - processed_at)::float8 as n
from inbox order by consumer, event_id limit 1`;

const UNMEASURED = 'messaging_unmeasured_total';

const DECLARED: ReadonlySet<string> = new Set(EVENTS.map(({ type }) => type));

type Measure = () => Promise<number | undefined> | undefined;

/**
 * The metrics of messaging, on the process's registry. Gauges are measured when they are read. A
 * gauge that cannot be measured is omitted from that scrape, and `messaging_unmeasured_total`
 * counts it. A gauge without a source is omitted too.
 */
export class MessagingMetrics {
  private readonly events: Counter<'consumer' | 'type' | 'outcome'>;
  private database: DataSource | undefined;
  private relay: Pick<OutboxRelay, 'heldShards'> | undefined;
  private subscription: Subscription | undefined;

  constructor(private readonly registry: Registry) {
    this.events = new Counter({
      name: 'messaging_events_total',
      help: 'Delivered events, by outcome',
      labelNames: ['consumer', 'type', 'outcome'],
      registers: [registry],
    });
    new Counter({
      name: UNMEASURED,
      help: 'Failed readings of a gauge, by error',
      labelNames: ['gauge', 'fault'],
      registers: [registry],
    });
    this.gauge('messaging_outbox_events', 'Committed events that are not yet published', () =>
      this.read('select count(*)::int as n from outbox'),
    );
    this.gauge(
      'messaging_outbox_age_seconds',
      'Age of the oldest unpublished event, except events of parked keys',
      () => this.read(OUTBOX_AGE),
    );
    this.gauge(
      'messaging_outbox_parked_keys',
      'Keys whose oldest event the bus rejects; their events stay in the outbox',
      () => this.read('select count(*)::int as n from parked_outbox_key'),
    );
    this.gauge(
      'messaging_relay_shards',
      'Shards of the outbox that the process publishes; the processes of a service share 16',
      async () => this.relay?.heldShards,
    );
    this.gauge(
      'messaging_inbox_age_seconds',
      'Time since the service applied the oldest event of its inbox',
      () => this.read(INBOX_AGE),
    );
    this.gauge(
      'messaging_dead_letters',
      'Parked events, and the events that wait behind them',
      () => this.read('select count(*)::int as n from dead_letter'),
    );
    this.gauge(
      'database_clock_skew_seconds',
      "Lower bound of the difference between the process's clock and its database's clock",
      () => this.clockSkew(),
    );
    const lag = 'Events on the bus not processed yet by the service';
    this.gauge('messaging_consumer_lag', lag, () => this.subscription?.lag());
  }

  /** @param type of an event without a handler any text: one that is not declared is no label */
  count(consumer: string, type: string, outcome: Outcome): void {
    const isUndeclared = outcome === 'unhandled' && !DECLARED.has(type);
    this.events.inc({ consumer, type: isUndeclared ? 'undeclared' : type, outcome });
  }

  observeDatabase(dataSource: DataSource): void {
    this.database = dataSource;
  }

  observeRelay(relay: Pick<OutboxRelay, 'heldShards'>): void {
    this.relay = relay;
  }

  observeLag(subscription: Subscription): void {
    this.subscription = subscription;
  }

  /**
   * The database reads its clock between two readings of ours, so that latency does not count as
   * skew.
   */
  private async clockSkew(): Promise<number | undefined> {
    const before = Date.now();
    const at = await this.read(`select date_part('epoch', clock_timestamp()) * 1000 as n`);
    if (at === undefined) return undefined;
    const after = Date.now();
    return (Math.max(0, before - at) - Math.max(0, at - after)) / 1_000;
  }

  /** The single number of a result, 0 without a row. */
  private async read(sql: string): Promise<number | undefined> {
    if (this.database === undefined) return undefined;
    const [row] = await this.database.query<{ n: number }[]>(sql);
    return row?.n ?? 0;
  }

  private gauge(name: string, help: string, measure: Measure): void {
    const { registry } = this;
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        await measureGauge(registry, name, async () => {
          const value = await measure();
          if (value !== undefined) this.set(value);
        });
      },
    });
  }
}

/**
 * Measures a gauge that has no value yet. If the measurement fails, the gauge is absent from the
 * scrape and the failure is counted: the other metrics are needed most when the database is down.
 */
export async function measureGauge(
  registry: Registry,
  gauge: string,
  measure: () => Promise<void>,
): Promise<void> {
  try {
    await measure();
  } catch (error) {
    const unmeasured = registry.getSingleMetric(UNMEASURED);
    if (!(unmeasured instanceof Counter)) throw error;
    unmeasured.inc({ gauge, fault: error instanceof Error ? error.name : 'unknown' });
  }
}
