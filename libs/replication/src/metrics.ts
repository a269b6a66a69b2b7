import type { Aggregate } from '@ndx/contracts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Compared, Difference, Repair } from './owner/differences.js';

/** The metrics of read models, on a registry that has the metrics of messaging. */
export class ReplicationMetrics {
  private readonly overtakenEvents: Counter<'aggregate'>;
  private readonly differingRows: Gauge<'aggregate' | 'subscriber' | 'difference'>;
  private readonly repairedRows: Counter<'aggregate' | 'subscriber' | 'repair'>;
  private unconfirmed: (() => number) | undefined;

  constructor(registry: Registry) {
    this.overtakenEvents = new Counter({
      name: 'replication_overtaken_events_total',
      help: 'Events from the bus that a read model did not apply, because they do not follow the newest event of their row',
      labelNames: ['aggregate'],
      registers: [registry],
    });
    this.differingRows = new Gauge({
      name: 'replication_rows_differing',
      help: 'Rows of read models that differed in the last comparison: ahead of the service, behind it in two comparisons, or without an owner',
      labelNames: ['aggregate', 'subscriber', 'difference'],
      registers: [registry],
    });
    this.repairedRows = new Counter({
      name: 'replication_rows_repaired_total',
      help: 'Rows of read models that a comparison repaired, by kind of repair',
      labelNames: ['aggregate', 'subscriber', 'repair'],
      registers: [registry],
    });
    const name = 'replication_unconfirmed_parts';
    const unconfirmed = () => this.unconfirmed?.();
    new Gauge({
      name,
      help: 'Parts of the read models (the bus, each owner) for which queries wait since the database was started or replaced',
      registers: [registry],
      collect() {
        this.remove();
        const value = unconfirmed();
        if (value !== undefined) this.set(value);
      },
    });
  }

  overtaken(aggregate: Aggregate): void {
    this.overtakenEvents.inc({ aggregate });
  }

  compared(
    { aggregate, subscriber }: Compared,
    differences: Readonly<Partial<Record<Difference, number>>>,
  ): void {
    const { republished = 0, recovered = 0, removed = 0 } = differences;
    const { redelivered = 0, waiting = 0, kept = 0 } = differences;
    const found = {
      ahead: republished + recovered + removed,
      behind: redelivered + waiting,
      unowned: kept,
    };
    for (const [difference, count] of Object.entries(found)) {
      this.differingRows.set({ aggregate, subscriber, difference }, count);
    }
  }

  repaired({ aggregate, subscriber }: Compared, repair: Repair): void {
    this.repairedRows.inc({ aggregate, subscriber, repair });
  }

  observeConfirmation(unconfirmed: () => number): void {
    this.unconfirmed = unconfirmed;
  }
}
