/** How long and how often a request is repeated (contract 7.6). */
export interface RetryOptions {
  /**
   * Seconds for which a request is repeated; 180 by default, which covers a restart of the network.
   * 0 turns retries off.
   */
  readonly seconds?: number;
  /** Milliseconds before the first retry; 200 by default. Doubles with each attempt, with jitter. */
  readonly baseDelayMs?: number;
  /** Maximum milliseconds between attempts; 10,000 by default. */
  readonly maxDelayMs?: number;
  /** Called before each pause. */
  readonly onRetry?: (retry: Retry) => void;
}

/** An attempt that is repeated after a pause. */
export interface Retry {
  /** The HTTP method. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** Undefined when no response arrived. */
  readonly status: number | undefined;
  /** Why no response arrived. */
  readonly error: unknown;
}

const RETRIED = new Set([500, 502, 503, 504]);
/** A request that fails in the service fails again: its result does not wait for the whole budget. */
const MOST_FAILURES = 4;

/**
 * Milliseconds until the next attempt, by the retry rules of contract 7.6; undefined when the answer
 * stands. Every request is repeatable: reads, PUT and DELETE set the same state again, and a POST
 * carries an idempotency key.
 * @param response undefined when none arrived
 * @param attempt counts from 1
 * @param leftMs the rest of the budget; undefined also when the delay exceeds it
 */
export function retryDelayMs(
  response: Response | undefined,
  attempt: number,
  leftMs: number,
  { baseDelayMs = 200, maxDelayMs = 10_000 }: RetryOptions = {},
): number | undefined {
  const status = response?.status;
  if (status !== undefined && status !== 429 && !RETRIED.has(status)) return undefined;
  if (status === 500 && attempt >= MOST_FAILURES) return undefined;
  const longest = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
  const delay = retryAfterMs(response) ?? longest / 2 + Math.random() * (longest / 2);
  return delay < leftMs ? delay : undefined;
}

/** `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3); undefined without it. */
function retryAfterMs(response: Response | undefined): number | undefined {
  const value = response?.headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
