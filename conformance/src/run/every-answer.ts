import type { Answer } from '../http/answer.js';
import { Mismatch } from './mismatch.js';

/**
 * Checks of every response: the request id is returned (design 3), and a body is JSON with that
 * content type (contract 1).
 * @throws Mismatch
 */
export function checkEveryAnswer(answer: Answer): void {
  const { headers, requestId, text, body } = answer;
  const returned = headers.get('x-request-id');
  if (returned !== requestId) {
    throw new Mismatch(`header X-Request-Id: ${requestId}`, String(returned), answer);
  }
  if (text === '') return;
  const type = headers.get('content-type');
  if (body === undefined || !type?.startsWith('application/json')) {
    throw new Mismatch('a body of JSON, sent as application/json', type ?? 'no type', answer);
  }
}
