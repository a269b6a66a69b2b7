import type { RetryOptions } from './retry-delay.js';
import { untilAborted } from './until-aborted.js';
import { userAgent } from './user-agent.js';

/** How requests are sent. */
export interface SendOptions {
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

/**
 * Sends a request once and reads its response: a connection that is lost in the middle of a body is an
 * attempt without a response. Fails when nothing arrives for the time.
 * @throws the reason of the signal when the caller aborted it
 */
export async function sendOnce(
  request: Request,
  { timeoutMs = 60_000, application, fetch: send = fetch }: SendOptions,
  signal?: AbortSignal,
): Promise<Response> {
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const stop = (): void => {
    attempt.abort(signal?.reason);
  };
  const startTimer = () =>
    setTimeout(() => {
      attempt.abort(new Error(`no response within ${timeoutMs} ms`));
    }, timeoutMs);
  let timer = startTimer();
  const restart = (): void => {
    clearTimeout(timer);
    timer = startTimer();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const sent = new Request(request, { signal: attempt.signal });
    const agent = userAgent(application);
    if (agent !== undefined) sent.headers.set('User-Agent', agent);
    // A `Request` that was garbage collected does not pass an abort on.
    return await untilAborted(received(send(sent), restart), attempt.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The response with its whole body. */
async function received(sent: Promise<Response>, onChunk: () => void): Promise<Response> {
  const response = await sent;
  const { body, status, statusText, headers } = response;
  // In a browser a 204 has an empty body, with which no response can be made.
  if (body === null || status === 204) return response;
  const arriving = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, whole) {
      onChunk();
      whole.enqueue(chunk);
    },
  });
  const bytes = await new Response(body.pipeThrough(arriving)).arrayBuffer();
  return new Response(bytes, { status, statusText, headers });
}
