import { Counter, type Registry } from 'prom-client';

const OUTCOMES = ['applied', 'overtaken', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** The results of direct deliveries to services (design 3). */
export class DeliveryMetrics {
  private readonly deliveries: Counter<'target' | 'outcome'>;

  /** @param targets the services to which the service delivers its changes */
  constructor(registry: Registry, targets: readonly string[]) {
    this.deliveries = new Counter({
      name: 'messaging_direct_deliveries_total',
      help: 'Changes delivered directly to a service before they were acknowledged, by outcome',
      labelNames: ['target', 'outcome'],
      registers: [registry],
    });
    // A counter that starts with its first failure would not show an increase.
    for (const target of targets) {
      for (const outcome of OUTCOMES) this.deliveries.inc({ target, outcome }, 0);
    }
  }

  count(target: string, outcome: Outcome): void {
    this.deliveries.inc({ target, outcome });
  }
}
