import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../http/answer.js';

/** Furnished data is readable within about a second, a role within five (design 3). */
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;

/**
 * Polls until the response is as expected. After ten seconds, or when `isFinal` says that later
 * responses will be the same, it returns the last response, and the caller reports the difference.
 */
export async function until(
  ask: () => Promise<Answer>,
  isAwaited: (answer: Answer) => boolean,
  isFinal: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await ask();
    if (isAwaited(answer) || isFinal(answer) || Date.now() >= end) return answer;
    await wait(PAUSE_MS);
  }
}

/** Polls a query until it has a result; an error response ends it (contract 7.3). */
export function untilResult(
  ask: () => Promise<Answer>,
  isAwaited: (answer: Answer) => boolean = ({ status }) => status === 200,
): Promise<Answer> {
  return until(ask, isAwaited, ({ status }) => status !== 200 && status !== 204);
}
