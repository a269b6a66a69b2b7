export interface RetryOptions {
  /** Maximum number of attempts of a request; 4 by default, 1 turns retries off. */
  readonly maxAttempts?: number;
  /** Milliseconds before the first retry; 200 by default. Doubles with each attempt, with jitter. */
  readonly baseDelayMs?: number;
  /** Maximum milliseconds between attempts; 5,000 by default. */
  readonly maxDelayMs?: number;
  /** Longest `Retry-After` that is waited for, in seconds; 60 by default. */
  readonly maxRetryAfterSeconds?: number;
}

const RETRIED = new Set([500, 502, 503, 504]);

/**
 * Milliseconds until the next attempt, by the retry rules of contract 7.6; undefined when the answer
 * stands. Every request is repeatable: reads, PUT and DELETE set the same state again, and a POST
 * carries an idempotency key.
 * @param response undefined when none arrived
 * @param attempt counts from 1
 */
export function retryDelayMs(
  response: Response | undefined,
  attempt: number,
  options: RetryOptions = {},
): number | undefined {
  const { maxAttempts = 4, baseDelayMs = 200, maxDelayMs = 5_000 } = options;
  if (attempt >= maxAttempts) return undefined;
  if (response?.status === 429) return retryAfterMs(response, options);
  if (response && !RETRIED.has(response.status)) return undefined;
  const longest = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
  return longest / 2 + Math.random() * (longest / 2);
}

function retryAfterMs(
  response: Response,
  { maxRetryAfterSeconds = 60 }: RetryOptions,
): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  return seconds <= maxRetryAfterSeconds ? seconds * 1_000 : undefined;
}
