import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../report.js';

const POLL_MS = 250;
/** How long the system may take to come to rest after a fault. */
const PATIENCE_MS = 60_000;
/** Where something is broken already, the rest is looked at for the record. */
const SHORT_PATIENCE_MS = 3_000;

/** What a series of checks waits with. */
export class Patience {
  private isLost = false;

  /** Looks until nothing is broken, or patience is over; then it is. */
  async until(promise: string, look: () => Promise<readonly string[]>): Promise<Check> {
    const deadline = Date.now() + (this.isLost ? SHORT_PATIENCE_MS : PATIENCE_MS);
    for (;;) {
      const broken = await look();
      if (broken.length === 0) return { promise, broken };
      if (Date.now() > deadline) {
        this.isLost = true;
        return { promise, broken };
      }
      await pause(POLL_MS);
    }
  }
}

/** Those of the first that are not among the second, each named as `label`. */
export function without(
  label: string,
  all: Iterable<string>,
  known: ReadonlySet<string>,
): string[] {
  return [...all].filter((id) => !known.has(id)).map((id) => `${label} ${id}`);
}

/** Those that come more than once. */
export function repeated(label: string, ids: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, n]) => n > 1).map(([id, n]) => `${label} ${id}: ${n} times`);
}
