import {
  Kafka,
  type Admin,
  type KafkaConfig,
  type PartitionMetadata,
  type SASLOptions,
} from 'kafkajs';
import { BUS_MESSAGE_BYTES, DEFAULT_TOPIC_HOURS, retentionMsOf } from '@ndx/contracts';
import type { MessagingLogger } from '../../logger.js';
import { until } from '../until.js';
import type {
  BusOutage,
  EventBus,
  OutgoingEvent,
  SubscribeOptions,
  Subscription,
} from '../port.js';
import { KafkaPublisher } from './kafka-publisher.js';
import { KafkaSubscription } from './kafka-subscription.js';
import { logThrough } from './log-through.js';

export interface KafkaBusOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: MessagingLogger;
  readonly ssl?: boolean;
  readonly sasl?: SASLOptions;
  /** Partitions of a new topic. */
  readonly partitions?: number;
  readonly replication?: number;
  /** Retention of new topics in hours, by name; 0 or absent: for good. */
  readonly keepHours?: ReadonlyMap<string, number>;
  /** Time until the partitions of a killed member are reassigned, in milliseconds. */
  readonly sessionTimeoutMs?: number;
  /**
   * Time without a heartbeat, or of one handler call, after which a subscription is unhealthy, in
   * milliseconds.
   */
  readonly stallTimeoutMs?: number;
}

/** The bus of production and CI. */
export class KafkaBus implements EventBus {
  private readonly kafka: Kafka;
  private readonly publisher: KafkaPublisher;
  private readonly subscriptions: KafkaSubscription[] = [];
  private admin: Promise<Admin> | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: KafkaBusOptions) {
    this.kafka = this.clientWith({ connectionTimeout: 3_000, requestTimeout: 15_000 });
    this.publisher = new KafkaPublisher(this.kafka);
  }

  async ensureTopics(topics: readonly string[]): Promise<void> {
    const { partitions = 12, replication = 1, keepHours = DEFAULT_TOPIC_HOURS } = this.options;
    await this.asAdmin(async (admin) => {
      const existing = new Set(await admin.listTopics());
      const missing = topics.filter((topic) => !existing.has(topic));
      if (missing.length === 0) return;
      // A topic that another process creates concurrently is no error.
      await admin.createTopics({
        waitForLeaders: false,
        topics: missing.map((topic) => ({
          topic,
          numPartitions: partitions,
          replicationFactor: replication,
          configEntries: [
            { name: 'retention.ms', value: String(retentionMsOf(topic, keepHours)) },
            { name: 'retention.bytes', value: '-1' },
            { name: 'max.message.bytes', value: String(BUS_MESSAGE_BYTES) },
          ],
        })),
      });
      // kafkajs's own wait fails on a broker that does not know its new topics yet.
      await until(() => haveLeaders(admin, missing), 50);
    });
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length > 0) await this.publisher.publish(events);
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    const { logger, sessionTimeoutMs = 10_000, stallTimeoutMs } = this.options;
    const subscription = new KafkaSubscription({
      kafka: this.kafka,
      asAdmin: (work) => this.asAdmin(work),
      logger,
      sessionTimeoutMs,
      stallTimeoutMs,
      options,
    });
    this.subscriptions.push(subscription);
    subscription.start();
    return subscription;
  }

  async outage(): Promise<BusOutage | undefined> {
    const admin = this.clientWith({
      connectionTimeout: 700,
      requestTimeout: 700,
      // Retry on another broker, if there is one.
      retry: { retries: Math.min(this.options.brokers.length - 1, 1), initialRetryTime: 50 },
    }).admin();
    const outage = await admin
      .connect()
      .then(() => admin.listTopics())
      .then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
    await admin.disconnect();
    return outage;
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
    await this.publisher.close();
    const admin = await this.admin;
    await admin?.disconnect();
  }

  private clientWith(timeouts: Partial<KafkaConfig>): Kafka {
    const { brokers, clientId, ssl, sasl, logger } = this.options;
    return new Kafka({
      brokers: [...brokers],
      clientId,
      ssl: ssl ?? false,
      ...(sasl && { sasl }),
      ...timeouts,
      logCreator: logThrough(logger),
    });
  }

  /** One connection, opened on demand and again after a failure. */
  private async asAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    this.admin ??= this.connectAdmin();
    const connecting = this.admin;
    try {
      return await work(await connecting);
    } catch (error) {
      if (this.admin === connecting) this.admin = undefined;
      throw error;
    }
  }

  private async connectAdmin(): Promise<Admin> {
    const admin = this.kafka.admin({ retry: { retries: 5 } });
    await admin.connect();
    return admin;
  }
}

async function haveLeaders(admin: Admin, names: readonly string[]): Promise<boolean> {
  const { topics } = await admin.fetchTopicMetadata();
  return names.every((name) =>
    topics.some((topic) => topic.name === name && topic.partitions.every(hasLeader)),
  );
}

function hasLeader({ leader }: PartitionMetadata): boolean {
  return leader >= 0;
}
