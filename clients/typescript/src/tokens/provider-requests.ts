import { sendOnce, type SendOptions } from '../http/send-once.js';
import { withRetries } from '../http/with-retries.js';

/** How an identity provider is asked. */
export interface ProviderOptions extends SendOptions {
  /**
   * Ends the requests to the provider and their retries, for as long as the tokens are used: the signal
   * of a shutdown, not of a timeout. Callers that wait then get its reason.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to an identity provider, again after an error that passes.
 * @param send for each attempt
 * @returns the JSON of the answer
 * @throws Error when the provider refuses, NdxConnectionError when it does not respond, the reason of
 *   the signal when it is aborted
 */
export async function askProvider<Json>(
  request: Request,
  options: ProviderOptions,
  send = () => sendOnce(request.clone(), options, options.signal),
): Promise<Json> {
  const response = await withRetries(request, send, options.retry, options.signal);
  if (response.ok) return (await response.json()) as Json;
  throw new Error(`${request.url} returned ${response.status}: ${await response.text()}`);
}
