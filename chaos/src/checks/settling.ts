import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../report.js';

const POLL_MS = 250;
/** Timeout for the system to settle after a fault. */
const SETTLE_TIMEOUT_MS = 60_000;
/** Timeout of the remaining checks after one has failed. */
const SHORT_SETTLE_TIMEOUT_MS = 3_000;

/** Waits for checks to hold; shares one timeout policy among them. */
export class Settling {
  private hasTimedOut = false;

  /** Polls until nothing is broken or the timeout expires. */
  async until(promise: string, look: () => Promise<readonly string[]>): Promise<Check> {
    const deadline = Date.now() + (this.hasTimedOut ? SHORT_SETTLE_TIMEOUT_MS : SETTLE_TIMEOUT_MS);
    for (;;) {
      const broken = await look();
      if (broken.length === 0) return { promise, broken };
      if (Date.now() > deadline) {
        this.hasTimedOut = true;
        return { promise, broken };
      }
      await pause(POLL_MS);
    }
  }
}

/** The ids in the first list but not in the second, each prefixed with `label`. */
export function without(
  label: string,
  all: Iterable<string>,
  known: ReadonlySet<string>,
): string[] {
  return [...all].filter((id) => !known.has(id)).map((id) => `${label} ${id}`);
}

/** The ids that occur more than once. */
export function repeated(label: string, ids: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, n]) => n > 1).map(([id, n]) => `${label} ${id}: ${n} times`);
}
