import { Counter, type Registry } from 'prom-client';

/** What became of events that were handed to a service directly (design 3). */
export class DeliveryMetrics {
  private readonly deliveries: Counter<'target' | 'outcome'>;

  constructor(registry: Registry) {
    this.deliveries = new Counter({
      name: 'messaging_direct_deliveries_total',
      help: 'Changes that were handed to a service before they were acknowledged, by what came of it',
      labelNames: ['target', 'outcome'],
      registers: [registry],
    });
  }

  count(target: string, outcome: 'applied' | 'failed'): void {
    this.deliveries.inc({ target, outcome });
  }
}
