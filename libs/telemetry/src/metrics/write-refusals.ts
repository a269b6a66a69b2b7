import { Counter, type Registry } from 'prom-client';

/** Why a database takes no write: its disk is full, or it is read-only, such as a standby. */
export const WRITE_REFUSALS = ['disk_full', 'read_only'] as const;
export type WriteRefusal = (typeof WRITE_REFUSALS)[number];

/** How long readiness shows the last refusal, in milliseconds. */
const SHOWN_MS = 60_000;

/** The writes that a database refused for its own state, whatever they were. */
export class WriteRefusals {
  private readonly counter: Counter<'reason'>;
  private last: { readonly reason: WriteRefusal; readonly at: number } | undefined;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'database_write_refusals_total',
      help: 'Failures because the database takes no writes, by the reason',
      labelNames: ['reason'],
      registers: [registry],
    });
    // A counter that begins with its first failure does not rise by it.
    for (const reason of WRITE_REFUSALS) this.counter.inc({ reason }, 0);
  }

  count(reason: WriteRefusal): void {
    this.counter.inc({ reason });
    this.last = { reason, at: performance.now() };
  }

  /** What readiness shows for a minute; undefined when nothing was refused. */
  warning(): string | undefined {
    if (!this.last || performance.now() - this.last.at > SHOWN_MS) return undefined;
    return `the database refuses writes: ${this.last.reason}`;
  }
}
