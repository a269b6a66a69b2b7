import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

/**
 * Repeats a query until its answer is a 200: furnished and attested data is queryable about a
 * second later.
 * @throws Error after ten seconds
 */
export async function untilQueryable(
  query: () => Promise<{ readonly status: number }>,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while ((await query()).status !== 200) {
    if (Date.now() > deadline) throw new Error('the furnished records cannot be queried');
    await pause(200);
  }
}
