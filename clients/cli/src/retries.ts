import { stripVTControlCharacters } from 'node:util';
import type { Retry, RetryOptions } from '@ndx/client';

/** Shorter pauses are not shown. */
const SHOWN_MS = 1_000;
const CLEAR_LINE = '\r\u001b[K';

/** Retries of requests, shown on standard error; `NDX_RETRY_SECONDS` is how long they last. */
export function shownRetries(): RetryOptions {
  const seconds = Number(process.env['NDX_RETRY_SECONDS'] ?? Number.NaN);
  return { ...(Number.isFinite(seconds) && { seconds }), onRetry: show };
}

function show({ url, status, error, delayMs }: Retry): void {
  if (delayMs < SHOWN_MS) return;
  const reason = status === undefined ? `no response (${causeOf(error)})` : `status ${status}`;
  const line = `${new URL(url).origin}: ${reason}; next attempt in ${Math.round(delayMs / 1_000)} s`;
  // On a terminal there may be a progress bar.
  const start = process.stderr.isTTY ? CLEAR_LINE : '';
  process.stderr.write(`${start}${stripVTControlCharacters(line)}\n`);
}

/** The reason of a failed connection is in its cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
