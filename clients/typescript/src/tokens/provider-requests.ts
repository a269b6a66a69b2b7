import type { RetryOptions } from '../http/retry-delay.js';
import { withRetries } from '../http/with-retries.js';
import { withinTime } from '../http/within-time.js';

/** Sends a request to an identity provider once. */
export function sendOnce(request: Request): Promise<Response> {
  return withinTime(fetch, request, { timeoutMs: 30_000 });
}

/**
 * Sends a request to an identity provider, again after an error that passes.
 * @param send for each attempt
 * @returns the JSON of the answer
 * @throws Error when the provider refuses, NdxConnectionError when it does not respond
 */
export async function askProvider<Json>(
  request: Request,
  retry?: RetryOptions,
  send = () => sendOnce(request.clone()),
): Promise<Json> {
  const response = await withRetries(request, send, retry);
  if (response.ok) return (await response.json()) as Json;
  throw new Error(`${request.url} returned ${response.status}: ${await response.text()}`);
}
