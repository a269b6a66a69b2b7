import { sendOnce, type SendOptions } from '../http/send-once.js';
import { withRetries } from '../http/with-retries.js';

/**
 * Sends a request to an identity provider, again after an error that passes.
 * @param send for each attempt
 * @returns the JSON of the answer
 * @throws Error when the provider refuses, NdxConnectionError when it does not respond
 */
export async function askProvider<Json>(
  request: Request,
  options: SendOptions,
  send = () => sendOnce(request.clone(), options),
): Promise<Json> {
  const response = await withRetries(request, send, options.retry);
  if (response.ok) return (await response.json()) as Json;
  throw new Error(`${request.url} returned ${response.status}: ${await response.text()}`);
}
