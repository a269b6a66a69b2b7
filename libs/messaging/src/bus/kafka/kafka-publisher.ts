import {
  CompressionTypes,
  Partitioners,
  type Kafka,
  type Producer,
  type TopicMessages,
} from 'kafkajs';
import { EventRefusedError } from '../event-refused-error.js';
import type { OutgoingEvent } from '../port.js';
import { toMessage } from './message.js';

/** Well below a broker's default batch limit, so that order needs no larger limits. */
const CHUNK_BYTES = 512 * 1024;

/**
 * An idempotent producer that waits for all replicas, one request at a time. It is replaced after
 * any failure: the broker may have accepted an unacknowledged batch, and would take the next,
 * different batch under the same sequence number for a duplicate, acknowledge it and drop it.
 */
export class KafkaPublisher {
  private producer: Producer | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly kafka: Kafka) {}

  /** Runs one call after the other, also after a failed one. */
  publish(events: readonly OutgoingEvent[]): Promise<void> {
    const sent = this.queue.then(() => this.sendAll(events));
    this.queue = sent.then(ignoreResult, ignoreResult);
    return sent;
  }

  async close(): Promise<void> {
    await this.queue;
    await this.discard();
  }

  private async sendAll(events: readonly OutgoingEvent[]): Promise<void> {
    try {
      const producer = (this.producer ??= this.createProducer());
      // Connects once; later calls do nothing.
      await producer.connect();
      for (const chunk of chunks(events)) {
        await producer.sendBatch({
          topicMessages: byTopic(chunk),
          acks: -1,
          compression: CompressionTypes.GZIP,
        });
      }
    } catch (error) {
      await this.discard();
      throw refusalOf(error) ?? error;
    }
  }

  private createProducer(): Producer {
    return this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      // After this timeout the relay retries, with all newer events.
      retry: { retries: 3, initialRetryTime: 100, maxRetryTime: 1_000 },
    });
  }

  private async discard(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    await producer?.disconnect();
  }
}

/** Errors of the message itself; none of them is retriable. */
const REFUSALS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

function refusalOf(error: unknown): EventRefusedError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('type' in at && REFUSALS.has(String(at.type))) {
      return new EventRefusedError(
        `${String(at.type)}: ${at.message}; max.message.bytes of the topic must be above the size of the event`,
        { cause: error },
      );
    }
  }
  return undefined;
}

function ignoreResult(): void {
  // The caller of that publish gets the error.
}

function* chunks(events: readonly OutgoingEvent[]): Generator<OutgoingEvent[]> {
  let chunk: OutgoingEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(event.envelope.data);
    if (chunk.length > 0 && bytes + size > CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(event);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

function byTopic(events: readonly OutgoingEvent[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const event of events) {
    const messages = topics.get(event.topic) ?? { topic: event.topic, messages: [] };
    messages.messages.push(toMessage(event));
    topics.set(event.topic, messages);
  }
  return [...topics.values()];
}
