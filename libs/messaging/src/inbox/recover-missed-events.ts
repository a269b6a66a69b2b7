import { sleep } from '@ndx/contracts';
import type { PartitionProgress, Subscription } from '../bus/port.js';
import type { LogPositions } from './log-positions.js';

/** Between two looks at the positions. */
const LOOK_EVERY_MS = 50;

/** A member may get a partition only after it was rewound. */
const REWIND_EVERY_MS = 5_000;

type Rewindable = Pick<Subscription, 'progress' | 'rewind'>;

/** Lets the bus deliver again what the database does not have. */
export async function rewindToPositions(
  subscription: Rewindable,
  positions: LogPositions,
): Promise<readonly PartitionProgress[]> {
  const progress = await subscription.progress();
  await positions.align(progress);
  const behind = await positions.behind(progress);
  if (behind.length > 0) await subscription.rewind(behind);
  return progress;
}

/**
 * Applies the events that the database does not have.
 * @returns when the database has all events that were on the bus at the time of the call, or when
 *   the signal is aborted
 */
export async function recoverMissedEvents(
  subscription: Rewindable,
  positions: LogPositions,
  signal: AbortSignal,
): Promise<void> {
  const target = await rewindToPositions(subscription, positions);
  let rewoundAt = performance.now();
  while ((await positions.behind(target)).length > 0 && !signal.aborted) {
    await sleep(LOOK_EVERY_MS, signal);
    if (performance.now() - rewoundAt < REWIND_EVERY_MS) continue;
    await rewindToPositions(subscription, positions);
    rewoundAt = performance.now();
  }
}
