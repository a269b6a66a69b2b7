import { NdxConnectionError } from '../errors.js';
import { pause } from './pause.js';
import { retryDelayMs, type RetryOptions } from './retry-delay.js';

const DEFAULT_SECONDS = 180;

/**
 * Sends a request until it has an answer that stands, or the budget of the retries is used.
 * @param send one attempt; it throws when no response arrives
 * @throws NdxConnectionError when the last attempt got no response; the reason of the signal when the
 * caller aborted it
 */
export async function withRetries(
  { method, url }: Pick<Request, 'method' | 'url'>,
  send: () => Promise<Response>,
  options: RetryOptions = {},
  signal?: AbortSignal,
): Promise<Response> {
  const end = performance.now() + (options.seconds ?? DEFAULT_SECONDS) * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    const { response, error } = await attempted(send);
    signal?.throwIfAborted();
    const delayMs = retryDelayMs(response, attempt, end - performance.now(), options);
    if (delayMs === undefined) {
      if (response) return response;
      const { origin, pathname } = new URL(url);
      const attempts = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
      throw new NdxConnectionError(
        `${method} ${origin}${pathname} got no response in ${attempts}`,
        { cause: error },
      );
    }
    options.onRetry?.({ method, url, attempt, delayMs, status: response?.status, error });
    await pause(delayMs, signal);
  }
}

interface Attempt {
  readonly response?: Response;
  readonly error?: unknown;
}

async function attempted(send: () => Promise<Response>): Promise<Attempt> {
  try {
    return { response: await send() };
  } catch (error) {
    return { error };
  }
}
