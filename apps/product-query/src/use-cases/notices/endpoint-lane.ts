import { Backoff, sleep } from '@ndx/contracts';
import type { ClaimedDelivery } from '../../storage/delivery-queue.js';

/** Attempts to one endpoint at a time; one while its receiver accepts nothing. */
const CONCURRENT = 8;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

export interface LaneWork {
  readonly claim: (limit: number) => Promise<readonly ClaimedDelivery[]>;
  /** Returns whether the receiver accepted it. */
  readonly deliver: (claimed: ClaimedDelivery) => Promise<boolean>;
}

/**
 * Sends the due deliveries of one endpoint until none is left. Endpoints have nothing in common, so a
 * slow receiver delays its own deliveries only; one that accepts nothing is asked less and less.
 */
export async function runLane({ claim, deliver }: LaneWork, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  let isFailing = false;
  while (!signal.aborted) {
    const claimed = await claim(isFailing ? 1 : CONCURRENT);
    if (claimed.length === 0) return;
    const accepted = await allOf(claimed.map(deliver));
    isFailing = !accepted.includes(true);
    if (isFailing) await sleep(backoff.next(), signal);
    else backoff.reset();
  }
}

/** The results, when all have ended. @throws the first error */
async function allOf<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
