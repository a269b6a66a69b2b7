import type { MessagingLogger } from '../logger.js';
import { Backoff, sleep } from '@ndx/contracts';
import type { DeliveredBatch, SubscribeOptions } from './port.js';
import { MissedEventsError } from '../inbox/log-positions.js';
import type { Vitals } from './vitals.js';

export interface Delivery {
  readonly options: SubscribeOptions;
  readonly logger: MessagingLogger;
  /** Aborted when the member stops. */
  readonly stopped: AbortSignal;
  /** Whether the partition is still assigned to this member, as far as it knows. */
  readonly isOurs: () => boolean;
  /** The health of the subscription. */
  readonly vitals: Vitals;
}

/**
 * Delivers a batch with growing pauses between attempts until it is processed. Returns false when
 * the member stopped, lost the partition or must read earlier events before that; progress must then
 * not be committed.
 */
export async function deliverUntilDone(
  batch: DeliveredBatch,
  { options, logger, stopped, isOurs, vitals }: Delivery,
): Promise<boolean> {
  const backoff = new Backoff(100, 5_000);
  const { topic, partition } = batch;
  const inHand = vitals.begin();
  try {
    while (!stopped.aborted && isOurs()) {
      try {
        await options.onBatch(batch, () => inHand.progressed());
        return true;
      } catch (error) {
        inHand.failed(error);
        if (error instanceof MissedEventsError) return false;
        logger.warn(
          { err: error, group: options.group, topic, partition },
          'batch failed; redelivering',
        );
        await sleep(backoff.next(), stopped);
      }
    }
    return false;
  } finally {
    inHand.end();
  }
}
