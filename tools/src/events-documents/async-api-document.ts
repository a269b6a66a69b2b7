import {
  DEFAULT_TOPIC_HOURS,
  QueryExecuted,
  retentionMsOf,
  type EventDeclaration,
} from '@ndx/contracts';
import type { JsonSchema } from './json-schema.js';
import { messageOf } from './published-event.js';

export interface DocumentInfo {
  readonly version: string;
  readonly description: string;
}

/** Consumers of an event outside of the exchange. */
const OUTSIDE_CONSUMERS: Readonly<Record<string, string>> = {
  billing: QueryExecuted.type,
};

const TOPIC = 'One topic per owning service. Delivered at least once; in order within a key.';

/**
 * The AsyncAPI 3 document of the declared events. The schemas of the payloads are separate files.
 */
export function asyncApiDocument(
  events: readonly EventDeclaration[],
  { version, description }: DocumentInfo,
): JsonSchema {
  const topics = [...new Set(events.map(({ topic }) => topic))];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Events of the network data exchange',
      version,
      description: `${description}. Consumers ignore properties and types that they do not know: new ones are added without notice, and what a published version promises is never taken back.`,
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        description: 'The Kafka cluster of the environment.',
        variables: { brokers: { description: 'One of KAFKA_BROKERS.' } },
      },
    },
    channels: Object.fromEntries(
      topics.map((topic) => [topic, channelOf(topic, on(events, topic))]),
    ),
    operations: Object.fromEntries(
      topics.flatMap((topic) => operationsOf(topic, on(events, topic))),
    ),
    components: {
      messages: Object.fromEntries(events.map((event) => [event.type, messageOf(event)])),
    },
  };
}

function on(events: readonly EventDeclaration[], topic: string): readonly EventDeclaration[] {
  return events.filter((event) => event.topic === topic);
}

function channelOf(topic: string, events: readonly EventDeclaration[]): JsonSchema {
  return {
    address: topic,
    description: TOPIC,
    messages: Object.fromEntries(
      events.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
    ),
    bindings: {
      kafka: {
        // Partitions and replicas differ by environment, as the retention of query events may.
        topicConfiguration: {
          'cleanup.policy': ['delete'],
          'retention.ms': retentionMsOf(topic, DEFAULT_TOPIC_HOURS),
          'retention.bytes': -1,
        },
        bindingVersion: '0.5.0',
      },
    },
  };
}

function operationsOf(
  topic: string,
  events: readonly EventDeclaration[],
): readonly (readonly [string, JsonSchema])[] {
  const sources = [...new Set(events.map(({ source }) => source))];
  const subscribers = [...new Set(events.flatMap((event) => event.subscribers))];
  const outside = Object.entries(OUTSIDE_CONSUMERS).flatMap(([consumer, consumed]) =>
    events.filter(({ type }) => type === consumed).map((event) => [consumer, event] as const),
  );
  return [
    ...sources.map((service) =>
      operation(
        'send',
        service,
        topic,
        events.filter(({ source }) => source === service),
      ),
    ),
    ...subscribers.map((service) =>
      operation(
        'receive',
        service,
        topic,
        events.filter((event) => event.subscribers.includes(service)),
      ),
    ),
    ...outside.map(([consumer, event]) => operation('receive', consumer, topic, [event])),
  ];
}

function operation(
  action: 'send' | 'receive',
  who: string,
  topic: string,
  events: readonly EventDeclaration[],
): readonly [string, JsonSchema] {
  return [
    `${who}.${action}.${topic}`,
    {
      action,
      title: `${who} ${action}s ${topic}`,
      channel: { $ref: `#/channels/${topic}` },
      messages: events.map(({ type }) => ({ $ref: `#/channels/${topic}/messages/${type}` })),
    },
  ];
}
