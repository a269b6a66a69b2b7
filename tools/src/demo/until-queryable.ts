import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

interface Answered {
  readonly status: number;
}

/**
 * Repeats a query until its answer is a 200: furnished and attested data is queryable about a
 * second later.
 * @throws Error after ten seconds
 */
export function untilQueryable(query: () => Promise<Answered>): Promise<void> {
  return untilOk(query, 'the furnished records cannot be queried');
}

/**
 * Repeats a request until its answer is a 200.
 * @param problem the message after ten seconds
 * @throws Error with that message
 */
export async function untilOk(request: () => Promise<Answered>, problem: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while ((await request()).status !== 200) {
    if (Date.now() > deadline) throw new Error(problem);
    await pause(200);
  }
}
