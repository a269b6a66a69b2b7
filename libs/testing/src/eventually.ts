import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 25;

/**
 * Repeats the assertion until it no longer throws, and returns its result. After the timeout
 * (default 45 seconds) rethrows the last error.
 */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  { timeoutMs = 45_000 }: { readonly timeoutMs?: number } = {},
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
