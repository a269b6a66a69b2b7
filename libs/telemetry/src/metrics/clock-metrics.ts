import { Gauge, type Registry } from 'prom-client';

/** The skew between a process's clock and the clocks of the services that it calls. */
export class ClockMetrics {
  private readonly skew: Gauge<'peer'>;

  constructor(registry: Registry) {
    this.skew = new Gauge({
      name: 'service_clock_skew_seconds',
      help: 'Lower bound of the difference between the clock of a called service and the clock of the process',
      labelNames: ['peer'],
      registers: [registry],
    });
  }

  /**
   * Measures the skew: the peer read its clock between two readings of ours, so that latency does
   * not count as skew.
   */
  observe(
    peer: string,
    { readAt, before, after }: Readonly<Record<'readAt' | 'before' | 'after', number>>,
  ): void {
    const ahead = Math.max(0, readAt - after);
    const behind = Math.max(0, before - readAt);
    this.skew.set({ peer }, (ahead - behind) / 1_000);
  }
}
