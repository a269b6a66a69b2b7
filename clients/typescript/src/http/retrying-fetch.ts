import type { DpopProof } from '../tokens/dpop.js';
import type { TokenSource } from '../tokens/token-source.js';
import { sendOnce, type SendOptions } from './send-once.js';
import { untilAborted } from './until-aborted.js';
import { withRetries } from './with-retries.js';

/** Options of a client other than its address. */
export interface RetryingFetchOptions extends SendOptions {
  /** The access token of each request. */
  readonly token: TokenSource;
  /** Proves with each attempt that the token is the client's, for tokens that are bound to a key. */
  readonly dpop?: DpopProof | undefined;
}

/** Sends a request; rejects with the reason of the signal when it is aborted. */
export type Send = (request: Request, signal?: AbortSignal) => Promise<Response>;

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/**
 * `fetch` with the token, an idempotency key on each POST, and retries by contract 7.6: a 401 once with
 * a new token, a 429 after `Retry-After`, a 5xx or a lost connection after a backoff. Returns the
 * response with its whole body.
 * @throws NdxConnectionError when the last attempt got no response
 */
export function retryingFetch({
  token: tokenSource,
  dpop,
  ...options
}: RetryingFetchOptions): Send {
  return async (request, signal) => {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
    }
    const sendWith = async (token: string) => {
      const attempt = request.clone();
      const { method, url, headers } = attempt;
      headers.set('Authorization', `${dpop ? 'DPoP' : 'Bearer'} ${token}`);
      if (dpop) headers.set('DPoP', await dpop({ method, url, token }));
      return sendOnce(attempt, options, signal);
    };
    let token = await untilAborted(tokenSource(), signal);
    let isRefreshed = false;
    const send = async () => {
      const response = await sendWith(token);
      if (response.status !== 401 || isRefreshed) return response;
      isRefreshed = true;
      const fresh = await untilAborted(tokenSource(token), signal);
      if (fresh === token) return response;
      token = fresh;
      return sendWith(token);
    };
    return withRetries(request, send, options.retry, signal);
  };
}
