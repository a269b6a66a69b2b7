import type { DpopProof } from '../tokens/dpop.js';
import type { TokenSource } from '../tokens/token-source.js';
import type { RetryOptions } from './retry-delay.js';
import { untilAborted } from './until-aborted.js';
import { userAgent } from './user-agent.js';
import { withRetries } from './with-retries.js';
import { withinTime } from './within-time.js';

/** Options of a client other than its address. */
export interface RetryingFetchOptions {
  /** The access token of each request. */
  readonly token: TokenSource;
  /** Proves with each attempt that the token is the client's, for tokens that are bound to a key. */
  readonly dpop?: DpopProof | undefined;
  /** Retries for three minutes by default. */
  readonly retry?: RetryOptions | undefined;
  /**
   * Milliseconds after which an attempt is given up when nothing arrives, neither the response nor more
   * of its body; 60,000 by default. Node gives up a connection after 10 seconds.
   */
  readonly timeoutMs?: number | undefined;
  /** The product that uses the client, such as `ledger/2.1`: named first in `User-Agent`. */
  readonly application?: string | undefined;
  /** Replaces `fetch`, for example to log requests and responses, to add headers, or for a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** Sends a request; rejects with the reason of the signal when it is aborted. */
export type Send = (request: Request, signal?: AbortSignal) => Promise<Response>;

const IDEMPOTENCY_KEY = 'Idempotency-Key';
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * `fetch` with the token, an idempotency key on each POST, and retries by contract 7.6: a 401 once with
 * a new token, a 429 after `Retry-After`, a 5xx or a lost connection after a backoff. Returns the
 * response with its whole body.
 * @throws NdxConnectionError when the last attempt got no response
 */
export function retryingFetch({
  token: tokenSource,
  dpop,
  retry,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  application,
  fetch: send = fetch,
}: RetryingFetchOptions): Send {
  return async (request, signal) => {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
    }
    const agent = userAgent(application);
    if (agent !== undefined) request.headers.set('User-Agent', agent);
    const sendWith = async (token: string) => {
      const attempt = request.clone();
      const { method, url, headers } = attempt;
      headers.set('Authorization', `${dpop ? 'DPoP' : 'Bearer'} ${token}`);
      if (dpop) headers.set('DPoP', await dpop({ method, url, token }));
      return withinTime(send, attempt, { timeoutMs, signal });
    };
    let token = await untilAborted(tokenSource(), signal);
    let isRefreshed = false;
    const sendOnce = async () => {
      const response = await sendWith(token);
      if (response.status !== 401 || isRefreshed) return response;
      isRefreshed = true;
      const fresh = await untilAborted(tokenSource(token), signal);
      if (fresh === token) return response;
      token = fresh;
      return sendWith(token);
    };
    return withRetries(request, sendOnce, retry, signal);
  };
}
