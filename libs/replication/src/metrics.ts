import type { Aggregate } from '@ndx/contracts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Compared, CopyDifference, CopyRepair } from './owner/differences.js';

/** The metrics of read models, on a registry that has the metrics of messaging. */
export class ReplicationMetrics {
  private readonly overtakenEvents: Counter<'aggregate'>;
  private readonly differingCopies: Gauge<'aggregate' | 'subscriber' | 'standing'>;
  private readonly repairedCopies: Counter<'aggregate' | 'subscriber' | 'repair'>;
  private unconfirmed: (() => number) | undefined;

  constructor(registry: Registry) {
    this.overtakenEvents = new Counter({
      name: 'messaging_overtaken_events_total',
      help: 'Events from the bus that a copy did not apply, because they do not follow its newest event',
      labelNames: ['aggregate'],
      registers: [registry],
    });
    this.differingCopies = new Gauge({
      name: 'messaging_copies_differing',
      help: "Subscribers' copies that differed in the last comparison: ahead of the service, behind it in two comparisons, or without an owner",
      labelNames: ['aggregate', 'subscriber', 'standing'],
      registers: [registry],
    });
    this.repairedCopies = new Counter({
      name: 'messaging_copies_repaired_total',
      help: "Subscribers' copies that a comparison repaired, by kind of repair",
      labelNames: ['aggregate', 'subscriber', 'repair'],
      registers: [registry],
    });
    const name = 'messaging_copies_unconfirmed';
    const unconfirmed = () => this.unconfirmed?.();
    new Gauge({
      name,
      help: 'Parts of the copies (the bus, each owner) for which queries wait since the database was started or replaced',
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
    differences: Readonly<Partial<Record<CopyDifference, number>>>,
  ): void {
    const { republished = 0, recovered = 0, removed = 0 } = differences;
    const { redelivered = 0, waiting = 0, kept = 0 } = differences;
    const found = {
      ahead: republished + recovered + removed,
      behind: redelivered + waiting,
      unowned: kept,
    };
    for (const [standing, count] of Object.entries(found)) {
      this.differingCopies.set({ aggregate, subscriber, standing }, count);
    }
  }

  repaired({ aggregate, subscriber }: Compared, repair: CopyRepair): void {
    this.repairedCopies.inc({ aggregate, subscriber, repair });
  }

  observeConfirmation(unconfirmed: () => number): void {
    this.unconfirmed = unconfirmed;
  }
}
