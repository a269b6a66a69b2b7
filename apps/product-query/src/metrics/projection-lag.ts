import { Histogram, Registry } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';

/** Buckets up to five minutes; a healthy system stays within a second (design 3). */
const SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** How long furnished records take to become queryable. */
@Injectable()
export class ProjectionLag {
  private readonly lag: Histogram;

  constructor(@Inject(Registry) registry: Registry) {
    this.lag = new Histogram({
      name: 'projection_lag_seconds',
      help: 'Time from the furnishing of a record until queries can find it',
      buckets: SECONDS,
      registers: [registry],
    });
  }

  /** @param furnishedAt ISO 8601, by the clock of the service that took the record */
  applied(furnishedAt: string): void {
    // Clocks of two machines differ: a negative lag counts as zero.
    this.lag.observe(Math.max(0, (Date.now() - Date.parse(furnishedAt)) / 1_000));
  }
}
