import type { Consumer, Kafka } from 'kafkajs';
import type { MessagingLogger } from '../../logger.js';
import { Backoff, sleep } from '@ndx/contracts';
import type {
  LogPosition,
  PartitionProgress,
  SubscribeOptions,
  Subscription,
  SubscriptionState,
} from '../port.js';
import { until } from '../until.js';
import { Vitals } from '../vitals.js';
import { committedOffsets, groupProgress, type AsAdmin } from './group-progress.js';
import { processBatch } from './process-batch.js';

export interface KafkaSubscriptionOptions {
  readonly kafka: Kafka;
  readonly asAdmin: AsAdmin;
  readonly logger: MessagingLogger;
  readonly sessionTimeoutMs: number;
  /**
   * Time without a heartbeat, or of one handler call, after which the subscription is unhealthy.
   */
  readonly stallTimeoutMs?: number | undefined;
  readonly options: SubscribeOptions;
}

/**
 * Time without a heartbeat after which the consumer is replaced. Longer than a rebalance of the
 * group, during which there are no heartbeats.
 */
const RESTART_AFTER_MS = 60_000;

/** Time that an abandoned consumer has to leave its group before the next one is created. */
const LEAVE_MS = 10_000;

/** Maximum number of partitions whose batches are processed concurrently: they share transactions. */
const CONCURRENT_PARTITIONS = 12;

/** One member of a group on Kafka; replaces its consumer after a crash. */
export class KafkaSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private readonly backoff = new Backoff(200, 5_000);
  private readonly vitals: Vitals;
  private running: Promise<void> | undefined;
  /** The consumer while it consumes. */
  private consumer: Consumer | undefined;

  constructor(private readonly setup: KafkaSubscriptionOptions) {
    this.vitals = new Vitals(setup.stallTimeoutMs);
  }

  start(): void {
    this.running ??= this.run();
  }

  state(): SubscriptionState {
    return this.stopping.signal.aborted ? 'stopped' : this.vitals.state();
  }

  async lag(): Promise<number> {
    const progress = await this.progress();
    return Number(progress.reduce((lag, { end, next }) => lag + (end - next), 0n));
  }

  progress(): Promise<readonly PartitionProgress[]> {
    const { group, topics } = this.setup.options;
    return groupProgress(this.setup.asAdmin, group, topics);
  }

  /** Rewinds the consumer; without one, or for partitions of other members, it has no effect. */
  async rewind(positions: readonly LogPosition[]): Promise<void> {
    for (const { topic, partition, next } of positions) {
      this.consumer?.seek({ topic, partition, offset: String(next) });
    }
  }

  async caughtUp(signal?: AbortSignal): Promise<void> {
    const { asAdmin, options } = this.setup;
    const { group, topics } = options;
    const now = await this.progress();
    const behind = now.filter(({ end, next }) => next < end);
    const reached = async () => {
      const offsets = await committedOffsets(asAdmin, group, topics);
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
        this.vitals.failed(error);
        logger.warn({ err: error, group: options.group }, 'consumer stopped; restarting');
        await sleep(this.backoff.next(), signal);
      }
    }
  }

  /**
   * Resolves when the subscription stops; rejects with errors that the consumer does not recover
   * from.
   */
  private async consumeUntilCrash(): Promise<void> {
    const { signal } = this.stopping;
    const consumer = this.createConsumer();
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    const lost = this.untilLost(consumer);
    try {
      await Promise.race([this.consume(consumer), lost.reason]);
      await Promise.race([stopped, lost.reason]);
    } catch (error) {
      await this.abandon(consumer);
      throw error;
    } finally {
      this.consumer = undefined;
      lost.watchNoMore();
    }
    await consumer.disconnect();
  }

  /** Rejects after a crash without restart, or when heartbeats are missing for too long. */
  private untilLost(consumer: Consumer) {
    let watch: NodeJS.Timeout | undefined;
    const reason = new Promise<never>((_resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        this.vitals.failed(payload.error);
        if (!payload.restart) reject(payload.error);
      });
      this.vitals.alive();
      watch = setInterval(() => {
        if (this.vitals.silentMs > RESTART_AFTER_MS) reject(new Error('the consumer stalled'));
      }, RESTART_AFTER_MS / 10);
    });
    // It may reject before it is awaited.
    reason.catch((error: unknown) => this.vitals.failed(error));
    return { reason, watchNoMore: () => clearInterval(watch) };
  }

  /** Disconnects a consumer that may not respond; its late effects are deduplicated. */
  private async abandon(consumer: Consumer): Promise<void> {
    const { logger, options } = this.setup;
    const left = consumer.disconnect().then(
      () => undefined,
      (error: unknown) => ({ err: error }),
    );
    const fault = await Promise.race([left, sleep(LEAVE_MS, this.stopping.signal)]);
    if (fault)
      logger.warn({ ...fault, group: options.group }, 'consumer failed to leave its group');
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
      retry: {
        retries: 5,
        initialRetryTime: 200,
        maxRetryTime: 3_000,
        // Create a new consumer: a restarting one retries forever, even after it left the group.
        restartOnFailure: () => Promise.resolve(false),
      },
    });
    const { GROUP_JOIN, HEARTBEAT, FETCH } = consumer.events;
    consumer.on(GROUP_JOIN, () => {
      this.vitals.recovered();
      this.backoff.reset();
    });
    for (const sign of [HEARTBEAT, FETCH] as const) consumer.on(sign, () => this.vitals.alive());
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
          vitals: this.vitals,
        }),
    });
    this.consumer = consumer;
  }
}
