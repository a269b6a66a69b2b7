import type { ClassList } from '@ndx/postgres';
import { Registry } from 'prom-client';
import type { DeliveredBatch, EventEnvelope } from '../bus/port.js';
import { StepTaken } from '../conformance/events.js';
import { serviceDatabase, type ServiceDatabase } from '../conformance/service-database.js';
import { silent } from '../conformance/silent-logger.js';
import { DeadLetters } from '../dead-letters/dead-letters.js';
import type { EventContext } from '../inbox/event-handler.js';
import { EventProcessor } from '../inbox/event-processor.js';
import { MessagingMetrics } from '../metrics.js';

export type Handle = (n: number, context: EventContext) => Promise<void>;

/** Stores the step in the table `seen`. */
export const record: Handle = async (n, { manager }) => {
  await manager.query('insert into seen (n) values ($1)', [n]);
};

/** A processor of the events of product-query with a handler that a test chooses. */
export class ProcessorRig {
  handle: Handle = record;
  readonly metrics: MessagingMetrics;
  readonly processor: EventProcessor;
  readonly letters: DeadLetters;
  private readonly registry = new Registry();

  /** @param database with the table `seen`, as `processorDatabase` returns it */
  constructor({ dataSource }: ServiceDatabase) {
    this.metrics = new MessagingMetrics(this.registry);
    this.processor = new EventProcessor({
      dataSource,
      consumer: 'product-query',
      handlers: new Map([
        [
          StepTaken.type,
          {
            declaration: StepTaken,
            handle: (payload, context) => this.handle(StepTaken.parse(payload).n, context),
          },
        ],
      ]),
      logger: silent,
      retry: { pausesMs: [1, 1, 1], concurrentKeys: 2 },
      metrics: this.metrics,
    });
    this.letters = new DeadLetters(dataSource, this.processor);
  }

  /** The number of processed events by outcome. */
  async outcomes(): Promise<Record<string, number>> {
    const metric = await this.registry.getSingleMetric('messaging_events_total')?.get();
    const sums: Record<string, number> = {};
    for (const { labels, value } of metric?.values ?? []) {
      const outcome = String(labels['outcome']);
      sums[outcome] = (sums[outcome] ?? 0) + value;
    }
    return sums;
  }
}

export async function processorDatabase(migrations?: ClassList): Promise<ServiceDatabase> {
  const database = await serviceDatabase(undefined, migrations);
  await database.dataSource.query(
    'create table seen (position bigint generated always as identity, n integer unique)',
  );
  return database;
}

/** Empties the tables, and creates a new processor; called before each test. */
export async function emptied(database: ServiceDatabase): Promise<ProcessorRig> {
  await database.dataSource.query('truncate seen, inbox, dead_letter, parked_key');
  return new ProcessorRig(database);
}

/** The handled steps in their order. */
export async function seenIn({ dataSource }: ServiceDatabase): Promise<number[]> {
  const rows = await dataSource.query<{ n: number }[]>('select n from seen order by position');
  return rows.map(({ n }) => n);
}

export function batch(...envelopes: EventEnvelope[]): DeliveredBatch {
  return {
    topic: 'consent.events',
    partition: 0,
    events: envelopes.map((envelope, index) => ({ offset: BigInt(index), envelope })),
  };
}
