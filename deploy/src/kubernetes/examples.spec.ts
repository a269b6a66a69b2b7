import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ALL_TOPICS,
  BUS_MESSAGE_BYTES,
  EVENTS,
  STATEFUL_SERVICE_NAMES,
  topicOf,
  DEFAULT_TOPIC_HOURS,
  retentionMsOf,
} from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';
import { deploymentOf } from './pods.js';
import { manifestsIn, overlay, SINGLE_SERVICES, whyNotRendered, type Manifest } from './render.js';
import { selects } from './selectors.js';

/** The members of a Prometheus operator resource that the tests read. */
interface PodMonitor extends Manifest {
  readonly spec: {
    readonly selector: Parameters<typeof selects>[0];
    readonly podMetricsEndpoints: readonly { readonly port: string }[];
  };
}

/** The members of a Strimzi resource that the tests read. */
interface KafkaUser extends Manifest {
  readonly spec: {
    readonly authorization: {
      readonly acls: readonly {
        readonly resource: { readonly type: string; readonly name?: string };
        readonly operations: readonly string[];
      }[];
    };
  };
}

const isKafkaUser = (manifest: Manifest): manifest is KafkaUser => manifest.kind === 'KafkaUser';

const isPodMonitor = (manifest: Manifest): manifest is PodMonitor => manifest.kind === 'PodMonitor';

const example = (file: string) =>
  manifestsIn(readFileSync(join(projectRoot(), 'deploy', 'kubernetes', 'examples', file), 'utf8'));

const kafkaUsers = () => example('strimzi-kafka.yaml').filter(isKafkaUser);

/** The resources on which a user may perform an operation. */
const allowed = (user: string, type: string, operation: string) =>
  kafkaUsers()
    .filter(({ metadata }) => metadata.name === user)
    .flatMap(({ spec }) => spec.authorization.acls)
    .filter(({ resource, operations }) => resource.type === type && operations.includes(operation))
    .map(({ resource }) => resource.name);

const namesOf = (file: string, kind: string) =>
  example(file)
    .filter((manifest) => manifest.kind === kind)
    .map(({ metadata }) => metadata.name)
    .sort();

describe('the examples for operators', () => {
  test('create every topic', () => {
    expect(namesOf('strimzi-kafka.yaml', 'KafkaTopic')).toEqual([...ALL_TOPICS].sort());
  });

  test('create topics with the same settings as the services', () => {
    for (const topic of example('strimzi-kafka.yaml')) {
      if (topic.kind !== 'KafkaTopic') continue;
      expect(topic).toMatchObject({
        spec: {
          config: {
            'retention.ms': retentionMsOf(topic.metadata.name, DEFAULT_TOPIC_HOURS),
            'retention.bytes': -1,
            'max.message.bytes': BUS_MESSAGE_BYTES,
          },
        },
      });
    }
  });

  test('create a Kafka user for every service and for billing', () => {
    expect(kafkaUsers().map(({ metadata }) => metadata.name)).toEqual([
      ...STATEFUL_SERVICE_NAMES.map((name) => `exchange-${name}`),
      'billing',
    ]);
  });

  test.each(STATEFUL_SERVICE_NAMES)(
    'allow %s to write only to its own topic and read only its subscriptions',
    (service) => {
      const subscribed = EVENTS.filter(({ subscribers }) => subscribers.includes(service));
      const user = `exchange-${service}`;
      expect(allowed(user, 'topic', 'Write')).toEqual([topicOf(service)]);
      expect(allowed(user, 'topic', 'Read')).toEqual(
        [...new Set(subscribed.map(({ topic }) => topic))].sort(),
      );
      expect(allowed(user, 'group', 'Read')).toEqual(subscribed.length > 0 ? [service] : []);
    },
  );

  test('allow billing to read query events and write to no topic', () => {
    expect(allowed('billing', 'topic', 'Read')).toEqual([topicOf('product-query')]);
    expect(allowed('billing', 'topic', 'Write')).toEqual([]);
  });

  test('scrape every process once, on its metrics port', () => {
    const monitors = example('pod-monitor.yaml').filter(isPodMonitor);
    expect(monitors).toHaveLength(2);
    for (const [path, environment] of SINGLE_SERVICES) {
      if (environment !== 'production' || whyNotRendered() !== undefined) continue;
      const { labels, container } = deploymentOf(overlay(path));
      const ports = monitors
        .filter(({ spec }) => selects(spec.selector, labels))
        .flatMap(({ spec }) => spec.podMetricsEndpoints.map(({ port }) => port));
      const figures = container.ports?.at(-1)?.name;
      expect([path, ...ports]).toEqual([path, figures]);
    }
  });

  test('create a database for every stateful service', () => {
    expect(namesOf('cloudnative-pg.yaml', 'Database')).toEqual([...STATEFUL_SERVICE_NAMES].sort());
  });
});
