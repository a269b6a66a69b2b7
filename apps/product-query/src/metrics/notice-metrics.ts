import { measureGauge } from '@ndx/messaging';
import { Gauge, Registry } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';

/** How far notices are behind the changes of data; measured when it is read. */
@Injectable()
export class NoticeMetrics {
  private lagSeconds: (() => Promise<number>) | undefined;

  constructor(@Inject(Registry) registry: Registry) {
    const lag = () => this.lagSeconds?.() ?? Promise.resolve(0);
    new Gauge({
      name: 'notice_lag_seconds',
      help: 'Age of the oldest change of data whose answers have not been reviewed for notices',
      registers: [registry],
      async collect() {
        this.remove();
        await measureGauge(registry, 'notice_lag_seconds', async () => {
          this.set(await lag());
        });
      },
    });
  }

  observe(lagSeconds: () => Promise<number>): void {
    this.lagSeconds = lagSeconds;
  }
}
