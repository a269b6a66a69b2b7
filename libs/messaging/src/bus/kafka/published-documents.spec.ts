import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEFAULT_TOPIC_HOURS, EVENTS } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { eventually, testKafka } from '@ndx/testing';
import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { ConfigResourceTypes, Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { Compile } from 'typebox/schema';
import { silent } from '../../conformance/silent-logger.js';
import { outgoingEvent } from '../../outbox/outbox-row.js';
import { KafkaBus } from './kafka-bus.js';

/** The committed documents on which consumers rely. */
const FOLDER = join(projectRoot(), 'docs', 'events');
const document = documentAt('asyncapi.json');
const channels = objectAt(document['channels']);
const messages = objectAt(objectAt(document['components'])['messages']);

describeOnKafka('what is published on Kafka', () => {
  const topic = `published.${randomUUID()}`;
  /** A topic of this suite with the settings of a channel. */
  const ownName = (channel: string) => `${topic}.${channel}`;
  let kafka: Kafka;
  let bus: KafkaBus;
  /** One message for each declared event, as the broker delivers it. */
  const received = new Map<string, KafkaMessage>();

  beforeAll(async () => {
    const brokers = (await testKafka()).split(',');
    kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
    const keepHours = new Map(
      [...DEFAULT_TOPIC_HOURS].map(([name, hours]) => [ownName(name), hours] as const),
    );
    const options = { clientId: 'published', logger: silent, partitions: 1, keepHours };
    bus = new KafkaBus({ brokers, ...options });
    await bus.ensureTopics([topic, ...Object.keys(channels).map(ownName)]);
    const context = {
      requestId: 'request-1',
      traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
    };
    const withContext = EVENTS.map((event) => outgoingEvent(event, exampleOf(event.type), context));
    const without = EVENTS.map((event) => outgoingEvent(event, exampleOf(event.type), {}));
    await bus.publish([...withContext, ...without].map((event) => ({ ...event, topic })));
    const consumer = kafka.consumer({ groupId: topic });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message }) => {
        received.set(message.offset, message);
      },
    });
    await eventually(() => {
      expect(received.size).toBe(EVENTS.length * 2);
    });
    await consumer.disconnect();
  });

  afterAll(() => bus.close());

  test.each(EVENTS.map((event) => [event.type, event] as const))(
    '%s fits the published schemas of its headers and its payload',
    (type, event) => {
      const headers = Compile(objectAt(objectAt(messages[type])['headers']));
      const payload = Compile(documentAt(`schemas/${type}.json`));
      const own = [...received.values()].filter((message) => textOf(message)['ce_type'] === type);
      expect(own).toHaveLength(2);
      for (const message of own) {
        expect(faultsOf(headers, textOf(message))).toEqual([]);
        const value: unknown = JSON.parse(String(message.value));
        expect(faultsOf(payload, value)).toEqual([]);
        expect(message.key?.toString()).toBe(event.key(value));
        expect(textOf(message)['ce_subject']).toBe(message.key?.toString());
        expect(
          Object.keys(objectAt(objectAt(objectAt(messages[type])['headers'])['properties'])),
        ).toEqual(expect.arrayContaining(Object.keys(textOf(message))));
      }
    },
  );

  test('the settings of each topic match the document', async () => {
    const admin = kafka.admin();
    await admin.connect();
    const names = Object.keys(channels);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type: ConfigResourceTypes.TOPIC, name: ownName(name) })),
    });
    await admin.disconnect();
    const configured = new Map(
      resources.flatMap(({ resourceName, configEntries }) =>
        configEntries.map(({ configName, configValue }) => [
          `${resourceName} ${configName}`,
          configValue,
        ]),
      ),
    );
    expect(names.length).toBeGreaterThan(1);
    for (const [channel, described] of Object.entries(channels)) {
      const { topicConfiguration } = objectAt(objectAt(objectAt(described)['bindings'])['kafka']);
      for (const [name, value] of Object.entries(objectAt(topicConfiguration)))
        expect(configured.get(`${ownName(channel)} ${name}`)).toBe(String(value));
    }
  });
});

function faultsOf(schema: ReturnType<typeof Compile>, value: unknown): readonly unknown[] {
  return schema.Check(value) ? [] : schema.Errors(value);
}

function exampleOf(type: string): unknown {
  const [example] = documentAt(`schemas/${type}.json`)['examples'] as readonly unknown[];
  return example;
}

function textOf({ headers = {} }: KafkaMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function documentAt(file: string): Readonly<Record<string, unknown>> {
  return objectAt(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
}

function objectAt(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}
