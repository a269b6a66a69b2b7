import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 25;

/**
 * Waits for a fact: repeats the assertion until it no longer throws, and returns what it returned.
 * When the time (15 seconds by default) is over, throws what the assertion threw last.
 */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  { timeoutMs = 15_000 }: { readonly timeoutMs?: number } = {},
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
    await sleep(POLL_INTERVAL_MS);
  }
}
