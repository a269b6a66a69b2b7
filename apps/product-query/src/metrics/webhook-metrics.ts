import { measureGauge } from '@ndx/messaging';
import { Counter, Gauge, Registry } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';

/** The deliveries that all processes of the service share. */
export interface DeliveryFigures {
  readonly parked: number;
  readonly oldestSeconds: number;
}

/** The webhooks of notices. */
@Injectable()
export class WebhookMetrics {
  private readonly attempts: Counter<'result'>;
  private figures: (() => Promise<DeliveryFigures>) | undefined;

  constructor(@Inject(Registry) registry: Registry) {
    this.attempts = new Counter({
      name: 'notice_delivery_attempts_total',
      help: 'Attempts to deliver a notice, by result',
      labelNames: ['result'],
      registers: [registry],
    });
    const figure = (name: keyof DeliveryFigures) => async () =>
      (await this.figures?.())?.[name] ?? 0;
    gauge(
      registry,
      'notice_deliveries_parked',
      'Deliveries of notices that were given up',
      figure('parked'),
    );
    gauge(
      registry,
      'notice_delivery_age_seconds',
      'Age of the oldest pending delivery of a notice to an enabled endpoint; 0 without one',
      figure('oldestSeconds'),
    );
  }

  attempted(isDelivered: boolean): void {
    this.attempts.inc({ result: isDelivered ? 'delivered' : 'failed' });
  }

  observe(figures: () => Promise<DeliveryFigures>): void {
    this.figures = figures;
  }
}

function gauge(registry: Registry, name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.remove();
      await measureGauge(registry, name, async () => {
        this.set(await read());
      });
    },
  });
}
