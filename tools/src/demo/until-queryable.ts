import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer } from '../network/api-client.js';
import { UnexpectedAnswerError, type Narrator } from './narrator.js';

const TIMEOUT_MS = 10_000;

/**
 * Repeats a query until its answer is a 200: furnished and attested data is queryable about a
 * second later.
 * @throws UnexpectedAnswerError after ten seconds
 */
export async function untilQueryable(
  query: () => Promise<ApiAnswer>,
  narrator?: Narrator,
): Promise<ApiAnswer> {
  const deadline = Date.now() + TIMEOUT_MS;
  narrator?.say('\n   (waiting until the furnished records can be queried)');
  for (;;) {
    const answer = await query();
    if (answer.status === 200) return answer;
    if (Date.now() > deadline) {
      throw new UnexpectedAnswerError('the furnished records cannot be queried');
    }
    await pause(200);
  }
}
