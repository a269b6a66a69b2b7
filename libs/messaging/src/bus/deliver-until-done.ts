import type { MessagingLogger } from '../logger.js';
import { Backoff, sleep } from '../pause.js';
import type { DeliveredBatch, SubscribeOptions } from './port.js';

export interface Delivery {
  readonly options: SubscribeOptions;
  readonly logger: MessagingLogger;
  /** Aborted when the member stops. */
  readonly stopped: AbortSignal;
  /** Whether the partition is still ours, as far as we know. */
  readonly isOurs: () => boolean;
  /** Called with the error of each try that failed. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Delivers a batch again and again, with growing pauses, until it is processed. Returns whether it
 * was; false when the member stopped or lost the partition before, and progress must not be
 * committed.
 */
export async function deliverUntilDone(
  batch: DeliveredBatch,
  { options, logger, stopped, isOurs, onFailure }: Delivery,
): Promise<boolean> {
  const backoff = new Backoff(100, 5_000);
  const { topic, partition } = batch;
  while (!stopped.aborted && isOurs()) {
    try {
      await options.onBatch(batch);
      return true;
    } catch (error) {
      onFailure(error);
      logger.warn(
        { err: error, group: options.group, topic, partition },
        'a batch was not processed; it is delivered again',
      );
      await sleep(backoff.next(), stopped);
    }
  }
  return false;
}
