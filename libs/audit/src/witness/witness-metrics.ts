import { Gauge, type Registry } from '@ndx/telemetry';

/** How old the cosignatures of the audit logs are. */
export class WitnessMetrics {
  private oldest: Date | undefined;

  constructor(registry: Registry) {
    const age = () => this.ageSeconds();
    new Gauge({
      name: 'audit_witnessed_age_seconds',
      help: 'Time since the oldest of the last cosignatures of the witnesses; 0 without witnesses',
      registers: [registry],
      collect() {
        this.set(age());
      },
    });
  }

  /** @param times of the last cosignature of each witness of each log */
  witnessed(times: readonly Date[]): void {
    this.oldest = times.toSorted((one, other) => one.getTime() - other.getTime())[0];
  }

  private ageSeconds(): number {
    return this.oldest === undefined ? 0 : (Date.now() - this.oldest.getTime()) / 1_000;
  }
}
