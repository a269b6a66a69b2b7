import { untilAborted } from './until-aborted.js';

export interface AttemptOptions {
  readonly timeoutMs: number;
  /** Of the caller. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request and reads its response: a connection that is lost in the middle of a body is an
 * attempt without a response. Fails when nothing arrives for the time.
 * @throws the reason of the signal when the caller aborted it
 */
export async function withinTime(
  send: typeof fetch,
  request: Request,
  { timeoutMs, signal }: AttemptOptions,
): Promise<Response> {
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
    const sent = send(new Request(request, { signal: attempt.signal }));
    // A `Request` that was garbage collected does not pass an abort on.
    return await untilAborted(received(sent, restart), attempt.signal);
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
