import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { LocalKafka } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import { silent } from '../../conformance/silent-logger.js';
import { KafkaBus } from './kafka-bus.js';

const TOPIC = 'consent.events';
const ENVELOPE = {
  id: newId(),
  type: 'consent.step-taken.v1',
  source: 'consent',
  subject: 'a',
  time: '2026-11-30T08:00:00.000Z',
  data: '{"n":1}',
};

/** One broker cannot create the topic of the offsets, so groups have no coordinator. */
const NO_COORDINATOR = { 'offsets.topic.replication.factor': 2 };
/** The number of partitions as the broker expects it. */
const OFFSETS = { topic: '__consumer_offsets', numPartitions: 4, replicationFactor: 1 };

describeOnKafka('a broker without a coordinator of groups', () => {
  let folder: string;
  let broker: LocalKafka;
  let admin: Admin;
  let bus: KafkaBus;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'group-coordinator-'));
    broker = await LocalKafka.start({
      dataDir: folder,
      properties: NO_COORDINATOR,
      log: () => undefined,
    });
    const brokers = [broker.brokers];
    admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin({ retry: { retries: 1 } });
    await admin.connect();
    bus = new KafkaBus({ brokers, clientId: 'suite', logger: silent, partitions: 1 });
  });

  afterEach(async () => {
    await bus.close();
    await admin.disconnect();
    await broker.stop();
    rmSync(folder, { recursive: true });
  });

  test('delays a subscription until it has one, and loses no event', async () => {
    await bus.ensureTopics([TOPIC]);
    await bus.publish([{ topic: TOPIC, key: 'a', envelope: ENVELOPE }]);
    const handled: string[] = [];
    const subscription = await bus.subscribe({
      group: 'suite',
      topics: [TOPIC],
      onBatch: async ({ events }) => {
        handled.push(...events.map(({ envelope }) => envelope.id));
      },
    });
    const caughtUp = subscription.caughtUp();
    await expect(admin.fetchOffsets({ groupId: 'suite', topics: [TOPIC] })).rejects.toMatchObject({
      name: 'KafkaJSGroupCoordinatorNotFound',
    });
    await eventually(() => expect(subscription.state()).toBe('recovering'));
    expect(handled).toEqual([]);

    await admin.createTopics({ topics: [OFFSETS] });

    await caughtUp;
    expect(handled).toEqual([ENVELOPE.id]);
    await eventually(() => expect(subscription.state()).toBe('running'));
  });
});
