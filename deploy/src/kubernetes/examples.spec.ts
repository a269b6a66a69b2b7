import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_TOPICS, STATEFUL_SERVICE_NAMES, topicOf } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';
import { deploymentOf } from './pods.js';
import { manifestsIn, overlay, SINGLE_SERVICES, whyNotRendered, type Manifest } from './render.js';
import { selects } from './selectors.js';

/** A resource of the Prometheus operator, as far as it is read here. */
interface PodMonitor extends Manifest {
  readonly spec: {
    readonly selector: Parameters<typeof selects>[0];
    readonly podMetricsEndpoints: readonly { readonly port: string }[];
  };
}

const isPodMonitor = (manifest: Manifest): manifest is PodMonitor => manifest.kind === 'PodMonitor';

const example = (file: string) =>
  manifestsIn(readFileSync(join(projectRoot(), 'deploy', 'kubernetes', 'examples', file), 'utf8'));

const namesOf = (file: string, kind: string) =>
  example(file)
    .filter((manifest) => manifest.kind === kind)
    .map(({ metadata }) => metadata.name)
    .sort();

describe('the examples for operators', () => {
  test('make every topic', () => {
    expect(namesOf('strimzi-kafka.yaml', 'KafkaTopic')).toEqual([...ALL_TOPICS].sort());
  });

  test('make topics as the services themselves would', () => {
    const largest = /LARGEST_EVENT_BYTES = (\d+) \* 1024 \* 1024;/.exec(
      readFileSync(
        join(projectRoot(), 'libs', 'messaging', 'src', 'bus', 'kafka', 'kafka-bus.ts'),
        'utf8',
      ),
    )?.[1];
    for (const topic of example('strimzi-kafka.yaml')) {
      if (topic.kind !== 'KafkaTopic') continue;
      expect(topic).toMatchObject({
        spec: {
          config: {
            'retention.ms': -1,
            'retention.bytes': -1,
            'max.message.bytes': Number(largest) * 1024 * 1024,
          },
        },
      });
    }
  });

  test('make a Kafka user for every service, who writes to its own topic alone', () => {
    expect(namesOf('strimzi-kafka.yaml', 'KafkaUser')).toEqual(
      STATEFUL_SERVICE_NAMES.map((name) => `exchange-${name}`).sort(),
    );
    const users = example('strimzi-kafka.yaml').filter(({ kind }) => kind === 'KafkaUser');
    for (const service of STATEFUL_SERVICE_NAMES) {
      const user = users.find(({ metadata }) => metadata.name === `exchange-${service}`);
      expect(user).toMatchObject({
        spec: {
          authorization: {
            acls: expect.arrayContaining([
              {
                resource: { type: 'topic', name: topicOf(service) },
                operations: ['Create', 'Write'],
              },
            ]),
          },
        },
      });
      expect(JSON.stringify(user).match(/"Write"/g)).toHaveLength(1);
    }
  });

  test('scrape every process once, on the port of its figures', () => {
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

  test('make a database for every service that has one', () => {
    expect(namesOf('cloudnative-pg.yaml', 'Database')).toEqual([...STATEFUL_SERVICE_NAMES].sort());
  });
});
