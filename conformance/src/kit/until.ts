import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../http/answer.js';

/** Furnished data is readable within about a second, a role within five (design 3). */
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;

/** A notice is decided and sent in the background. */
export const NOTICE_TIMEOUT_MS = 60_000;

/**
 * Polls until the response is as expected. After the timeout, or when `isFinal` says that later
 * responses will be the same, it returns the last response, and the caller reports the difference.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  isAwaited: (answer: T) => boolean,
  isFinal: (answer: T) => boolean = () => false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
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
