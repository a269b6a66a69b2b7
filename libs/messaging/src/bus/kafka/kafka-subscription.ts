import type { Admin, Consumer, Kafka } from 'kafkajs';
import type { MessagingLogger } from '../../logger.js';
import { Backoff, sleep } from '../../pause.js';
import type { SubscribeOptions, Subscription, SubscriptionState } from '../port.js';
import { until } from '../until.js';
import { committedOffsets, groupProgress } from './group-progress.js';
import { processBatch } from './process-batch.js';

export interface KafkaSubscriptionOptions {
  readonly kafka: Kafka;
  readonly asAdmin: <T>(work: (admin: Admin) => Promise<T>) => Promise<T>;
  readonly logger: MessagingLogger;
  readonly sessionTimeoutMs: number;
  readonly options: SubscribeOptions;
}

/** Partitions whose batches are processed at the same time. */
const CONCURRENT_PARTITIONS = 3;

/** One member of a group on Kafka: a consumer, and another one whenever it gives up. */
export class KafkaSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private readonly backoff = new Backoff(200, 5_000);
  private running: Promise<void> | undefined;
  /** Why it is not making progress; undefined while all is well. */
  private trouble: unknown;

  constructor(private readonly setup: KafkaSubscriptionOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  state(): SubscriptionState {
    if (this.stopping.signal.aborted) return 'stopped';
    return this.trouble === undefined ? 'running' : 'recovering';
  }

  async lag(): Promise<number> {
    const { group, topics } = this.setup.options;
    const progress = await this.setup.asAdmin((admin) => groupProgress(admin, group, topics));
    return Number(progress.reduce((lag, { end, next }) => lag + (end - next), 0n));
  }

  async caughtUp(signal?: AbortSignal): Promise<void> {
    const { asAdmin, options } = this.setup;
    const { group, topics } = options;
    const now = await asAdmin((admin) => groupProgress(admin, group, topics));
    const behind = now.filter(({ end, next }) => next < end);
    const reached = async () => {
      const offsets = await asAdmin((admin) => committedOffsets(admin, group, topics));
      return behind.every(
        ({ topic, partition, end }) => (offsets.get(`${topic}/${partition}`) ?? 0n) >= end,
      );
    };
    if (behind.length > 0) await until(reached, 50, signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { logger, options } = this.setup;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.consumeUntilCrash();
      } catch (error) {
        this.trouble = error;
        logger.warn({ err: error, group: options.group }, 'the consumer gave up; making another');
        await sleep(this.backoff.next(), signal);
      }
    }
  }

  /** Resolves when the subscription stops; throws what the consumer could not recover from. */
  private async consumeUntilCrash(): Promise<void> {
    const { signal } = this.stopping;
    const consumer = this.createConsumer();
    const crashed = new Promise<never>((_resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        this.trouble = payload.error;
        if (!payload.restart) reject(payload.error);
      });
    });
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    // It may reject before anybody waits for it.
    crashed.catch((error: unknown) => (this.trouble = error));
    try {
      await Promise.race([this.consume(consumer), crashed]);
      await Promise.race([stopped, crashed]);
    } finally {
      await consumer.disconnect();
    }
  }

  private createConsumer(): Consumer {
    const { kafka, sessionTimeoutMs, options } = this.setup;
    const consumer = kafka.consumer({
      groupId: options.group,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: sessionTimeoutMs / 5,
      rebalanceTimeout: 30_000,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: 500,
      metadataMaxAge: 60_000,
      retry: { retries: 5, initialRetryTime: 200, maxRetryTime: 3_000 },
    });
    const recovered = () => {
      this.trouble = undefined;
      this.backoff.reset();
    };
    consumer.on(consumer.events.GROUP_JOIN, recovered);
    return consumer;
  }

  private async consume(consumer: Consumer): Promise<void> {
    const { logger, sessionTimeoutMs, options } = this.setup;
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch: (payload) =>
        processBatch(payload, {
          consumer,
          options,
          logger,
          stopped: this.stopping.signal,
          heartbeatMs: sessionTimeoutMs / 5,
          onFailure: (error) => (this.trouble = error),
          onProgress: () => (this.trouble = undefined),
        }),
    });
  }
}
