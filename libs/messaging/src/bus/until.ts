import { setTimeout as pause } from 'node:timers/promises';

/** Polls every few milliseconds until the condition holds. Rejects when the signal is aborted. */
export async function until(
  condition: () => Promise<boolean>,
  everyMs: number,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  while (!(await condition())) {
    await pause(everyMs);
    signal?.throwIfAborted();
  }
}
