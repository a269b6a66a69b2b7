import { Counter, type Registry } from 'prom-client';

/**
 * The reason why a database rejects writes: its disk is full, or it is read-only, such as a
 * standby.
 */
export const WRITE_REFUSALS = ['disk_full', 'read_only'] as const;
export type WriteRefusal = (typeof WRITE_REFUSALS)[number];

/** Time for which readiness shows the last rejection, in milliseconds. */
const SHOWN_MS = 60_000;

/** Counts writes that a database rejected for its own state. */
export class WriteRefusals {
  private readonly counter: Counter<'reason'>;
  private last: { readonly reason: WriteRefusal; readonly at: number } | undefined;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'database_write_refusals_total',
      help: 'Statements that failed because the database rejects writes, by reason',
      labelNames: ['reason'],
      registers: [registry],
    });
    // A counter that starts with its first failure would not show an increase.
    for (const reason of WRITE_REFUSALS) this.counter.inc({ reason }, 0);
  }

  count(reason: WriteRefusal): void {
    this.counter.inc({ reason });
    this.last = { reason, at: performance.now() };
  }

  /** The warning of readiness for a minute; undefined without a rejection. */
  warning(): string | undefined {
    if (!this.last || performance.now() - this.last.at > SHOWN_MS) return undefined;
    return `the database refuses writes: ${this.last.reason}`;
  }
}
