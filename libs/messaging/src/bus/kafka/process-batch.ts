import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { MessagingLogger } from '../../logger.js';
import { deliverUntilDone } from '../deliver-until-done.js';
import type { SubscribeOptions } from '../port.js';
import type { Vitals } from '../vitals.js';
import { fromMessage } from './message.js';

export interface BatchProcessing {
  readonly consumer: Consumer;
  readonly options: SubscribeOptions;
  readonly logger: MessagingLogger;
  readonly stopped: AbortSignal;
  readonly heartbeatMs: number;
  readonly vitals: Vitals;
}

/** Maximum number of events of one delivery, and so of one transaction. */
const BATCH = 100;

/**
 * Delivers the fetched events of one partition in parts, and commits the offset after each
 * processed part.
 */
export async function processBatch(
  payload: EachBatchPayload,
  { consumer, options, logger, stopped, heartbeatMs, vitals }: BatchProcessing,
): Promise<void> {
  const { topic, partition, messages: fetched } = payload.batch;
  const pulse = new Pulse(() => payload.heartbeat(), heartbeatMs);
  try {
    for (const messages of parts(fetched)) {
      const events = messages.map((message) => fromMessage(topic, partition, message));
      const last = events.at(-1);
      if (!last) return;
      const done = await deliverUntilDone(
        { topic, partition, events },
        {
          options,
          logger,
          stopped,
          isOurs: () => payload.isRunning() && !payload.isStale() && pulse.failure === undefined,
          vitals,
        },
      );
      if (!done) break;
      payload.resolveOffset(String(last.offset));
      await consumer.commitOffsets([{ topic, partition, offset: String(last.offset + 1n) }]);
      vitals.recovered();
    }
  } finally {
    pulse.stop();
  }
  // The group rebalances or has removed this member: kafkajs rejoins.
  if (pulse.failure !== undefined) throw pulse.failure;
}

/** Sends heartbeats while a batch is processed, however long that takes. */
class Pulse {
  failure: Error | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(heartbeat: () => Promise<void>, everyMs: number) {
    this.timer = setInterval(() => {
      heartbeat().catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      });
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

function* parts(messages: readonly KafkaMessage[]): Generator<readonly KafkaMessage[]> {
  for (let start = 0; start < messages.length; start += BATCH) {
    yield messages.slice(start, start + BATCH);
  }
}
