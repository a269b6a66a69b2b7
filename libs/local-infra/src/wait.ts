import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 50;

/**
 * Polls until the probe returns a value.
 *
 * @returns that value, or undefined after the timeout (milliseconds)
 */
export async function waitFor<Found>(
  probe: () => Found | undefined | Promise<Found | undefined>,
  timeoutMs: number,
): Promise<Found | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined || Date.now() >= deadline) return found;
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Polls until the check holds; returns false after the timeout (milliseconds). */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const held = await waitFor(async () => ((await check()) ? true : undefined), timeoutMs);
  return held === true;
}
