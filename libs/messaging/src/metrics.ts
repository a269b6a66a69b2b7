import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Subscription } from './bus/port.js';

/** What became of a delivered event. */
export type Outcome = 'handled' | 'duplicate' | 'unhandled' | 'parked' | 'waiting';

/**
 * The figures of messaging, on the process's registry. Gauges are measured when they are read; one
 * that cannot be measured is absent from that reading, and `messaging_unmeasured_total` counts it.
 */
export class MessagingMetrics {
  private readonly events: Counter<'consumer' | 'type' | 'outcome'>;
  private readonly unmeasured: Counter<'gauge' | 'fault'>;

  constructor(private readonly registry: Registry) {
    this.events = new Counter({
      name: 'messaging_events_total',
      help: 'Events that were delivered, by what became of them',
      labelNames: ['consumer', 'type', 'outcome'],
      registers: [registry],
    });
    this.unmeasured = new Counter({
      name: 'messaging_unmeasured_total',
      help: 'Readings of a gauge that failed, by the error',
      labelNames: ['gauge', 'fault'],
      registers: [registry],
    });
  }

  count(consumer: string, type: string, outcome: Outcome): void {
    this.events.inc({ consumer, type, outcome });
  }

  observeDatabase(dataSource: DataSource): void {
    const read = async <Row>(sql: string) => (await dataSource.query<Row[]>(sql))[0];
    this.gauge(
      'messaging_outbox_events',
      'Committed events that are not published yet',
      async () => {
        return (await read<{ n: number }>('select count(*)::int as n from outbox'))?.n ?? 0;
      },
    );
    this.gauge(
      'messaging_outbox_age_seconds',
      'Age of the oldest event not published',
      async () => {
        const row = await read<{ age: number }>(
          `select extract(epoch from now() - time)::float8 as age from outbox order by seq limit 1`,
        );
        return row?.age ?? 0;
      },
    );
    this.gauge('messaging_dead_letters', 'Events that are parked', async () => {
      return (await read<{ n: number }>('select count(*)::int as n from dead_letter'))?.n ?? 0;
    });
  }

  observeLag(subscription: Subscription): void {
    this.gauge('messaging_consumer_lag', 'Events on the bus not processed yet by the service', () =>
      subscription.lag(),
    );
  }

  private gauge(name: string, help: string, measure: () => Promise<number>): void {
    const { unmeasured } = this;
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        try {
          this.set(await measure());
        } catch (error) {
          this.remove();
          unmeasured.inc({ gauge: name, fault: error instanceof Error ? error.name : 'unknown' });
        }
      },
    });
  }
}
