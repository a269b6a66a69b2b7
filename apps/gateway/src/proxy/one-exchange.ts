import type { IncomingHttpHeaders } from 'node:http';
import { STUCK_HEADER } from '@ndx/service';
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

export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** Called when the request blocked the process of its service, also after the timeout. */
  readonly onBlocked: () => void;
  /** Called when the service has not responded for a second. */
  readonly onSlow: () => void;
}

const SLOW_MS = 1_000;

/**
 * How long a request without a response keeps its connection: the watchdog of a blocked process
 * reports it after the timeout.
 */
const VERDICT_MS = 5_000;

/**
 * Sends a request and collects its response within a deadline. A request that still waits for a
 * connection at the deadline is never sent.
 */
export function exchangeOnce(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  { timeoutMs, onBlocked, onSlow }: ExchangeOptions,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let start: Pick<UpstreamAnswer, 'status' | 'headers'> = { status: 502, headers: {} };
    let overdue: Error | undefined;
    let abort: ((reason: Error) => void) | undefined;
    const onDeadline = () => {
      const reason = new Error(`no answer within ${timeoutMs} ms`);
      overdue = reason;
      reject(reason);
      timer = setTimeout(() => abort?.(reason), VERDICT_MS);
    };
    // One timer at a time: most requests are answered before the first.
    const slowMs = Math.min(SLOW_MS, timeoutMs / 2);
    let timer = setTimeout(() => {
      if (abort) onSlow();
      timer = setTimeout(onDeadline, timeoutMs - slowMs);
    }, slowMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        abort = (reason) => controller.abort(reason);
        if (overdue) abort(overdue);
      },
      onResponseStart: (_controller, status, headers) => {
        if (headers[STUCK_HEADER] !== undefined) onBlocked();
        start = { status, headers };
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ ...start, body: Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
