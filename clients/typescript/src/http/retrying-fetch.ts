import { NdxConnectionError } from '../errors.js';
import type { TokenSource } from '../tokens/token-source.js';
import { pause } from './pause.js';
import { retryDelayMs, type RetryOptions } from './retry-delay.js';

export interface RetryingFetchOptions {
  readonly token: TokenSource;
  readonly retry?: RetryOptions | undefined;
  readonly fetch?: typeof fetch | undefined;
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/**
 * `fetch` with the token, an idempotency key on each POST, and retries by contract 7.6: a 401 once with
 * a new token, a 429 after `Retry-After`, a 5xx or a lost connection after a backoff.
 * @throws NdxConnectionError when no attempt got a response
 */
export function retryingFetch(
  options: RetryingFetchOptions,
): (request: Request) => Promise<Response> {
  const { token: tokenSource, retry, fetch: send = fetch } = options;
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
    }
    let token = await tokenSource();
    let isRefreshed = false;
    for (let attempt = 1; ; attempt += 1) {
      const { response, error } = await sendOnce(send, request, token);
      if (response?.status === 401 && !isRefreshed) {
        isRefreshed = true;
        const fresh = await tokenSource(token);
        if (fresh === token) return response;
        token = fresh;
        await response.body?.cancel();
        attempt -= 1;
        continue;
      }
      const delay = retryDelayMs(response, attempt, retry);
      if (delay === undefined)
        return response ?? Promise.reject(connectionError(request, attempt, error));
      await response?.body?.cancel();
      await pause(delay, request.signal);
    }
  };
}

interface Attempt {
  readonly response?: Response;
  readonly error?: unknown;
}

/** @throws the reason of the request's signal when the caller aborted it */
async function sendOnce(send: typeof fetch, request: Request, token: string): Promise<Attempt> {
  const attempt = request.clone();
  attempt.headers.set('Authorization', `Bearer ${token}`);
  try {
    return { response: await send(attempt) };
  } catch (error) {
    request.signal.throwIfAborted();
    return { error };
  }
}

function connectionError({ method, url }: Request, attempts: number, cause: unknown): Error {
  return new NdxConnectionError(
    `${method} ${new URL(url).pathname} got no response in ${attempts} attempts`,
    { cause },
  );
}
