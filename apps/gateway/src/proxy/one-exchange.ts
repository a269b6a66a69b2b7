import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface UpstreamRequest {
  readonly method: string;
  /** The path with the query string, as received. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: Buffer | null;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends a request and collects its response within a deadline. A request that still waits for a
 * connection at the deadline is never sent.
 */
export function exchangeOnce(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  timeoutMs: number,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let start: Pick<UpstreamAnswer, 'status' | 'headers'> = { status: 502, headers: {} };
    let overdue: Error | undefined;
    let abort: ((reason: Error) => void) | undefined;
    const deadline = setTimeout(() => {
      overdue = new Error(`no answer within ${timeoutMs} ms`);
      reject(overdue);
      abort?.(overdue);
    }, timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(deadline);
      reject(error);
    };
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        abort = (reason) => controller.abort(reason);
        if (overdue) abort(overdue);
      },
      onResponseStart: (_controller, status, headers) => {
        start = { status, headers };
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(deadline);
        resolve({ ...start, body: Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
