import { WINDOW_SECONDS } from './counter.js';

const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** Requests within this time leave the window together. */
const GROUP_MS = 1_000;

interface Group {
  readonly firstMs: number;
  lastMs: number;
  count: number;
}

/**
 * The requests of the last minute, in groups of a second. A group counts until its last request has
 * left the window: no minute has more than the limit, and a caller can wait a second too long.
 */
export class SlidingCount {
  private readonly groups: Group[] = [];
  private total = 0;

  /** @param nowMs of a clock that never goes back */
  used(nowMs: number): number {
    for (
      let [oldest] = this.groups;
      oldest && leavesInMs(oldest, nowMs) <= 0;
      [oldest] = this.groups
    ) {
      this.total -= oldest.count;
      this.groups.shift();
    }
    return this.total;
  }

  add(nowMs: number): void {
    const last = this.groups.at(-1);
    this.total += 1;
    if (last && nowMs - last.firstMs < GROUP_MS) {
      last.lastMs = nowMs;
      last.count += 1;
    } else {
      this.groups.push({ firstMs: nowMs, lastMs: nowMs, count: 1 });
    }
  }

  /** Milliseconds until the oldest requests leave the window; 0 without any. */
  freesInMs(nowMs: number): number {
    const [oldest] = this.groups;
    return oldest === undefined ? 0 : leavesInMs(oldest, nowMs);
  }
}

function leavesInMs({ lastMs }: Group, nowMs: number): number {
  // In this order, so that rounding does not make it longer than the window.
  return WINDOW_MS - (nowMs - lastMs);
}
