const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the attempts of a webhook, which add up to three days (Standard Webhooks). */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
];
const LONGEST_PAUSE_MS = 24 * HOUR_MS;

/** Webhooks that failed together are not sent together again. */
const JITTER = 0.2;

/**
 * The time until the next attempt in milliseconds.
 * @param attempts that were made
 * @param retryAfterMs what the receiver asks for
 */
export function pauseAfter(attempts: number, retryAfterMs = 0): number {
  const pause = PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS;
  const jittered = pause * (1 - JITTER + 2 * JITTER * Math.random());
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, LONGEST_PAUSE_MS)));
}

/** The header `Retry-After` in milliseconds from now; 0 without a valid one. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const time = Date.parse(header);
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime());
}
