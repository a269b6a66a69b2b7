import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cloudNativePgSchemas } from '../testing/cloudnative-pg-crds.js';
import { strimziFaults } from '../testing/strimzi-faults.js';
import { manifestsIn, type Manifest } from './render.js';

const OPERATOR = 'postgresql.cnpg.io/v1';

interface Resource extends Manifest {
  readonly spec: object;
}

const example = (file: string) =>
  manifestsIn(readFileSync(join(projectRoot(), 'deploy', 'kubernetes', 'examples', file), 'utf8'));

const hasSpec = (manifest: Manifest): manifest is Resource => 'spec' in manifest;

describe('the example for CloudNativePG', () => {
  let schemas: ReturnType<typeof cloudNativePgSchemas>;

  beforeAll(() => {
    schemas = cloudNativePgSchemas();
  }, 300_000);

  const manifests = example('cloudnative-pg.yaml').filter(hasSpec);
  const faultsIn = (manifest: Manifest) => {
    const isValid = schemas.get(manifest.kind);
    if (isValid === undefined) return ['no such kind'];
    return isValid(manifest) ? [] : (isValid.errors ?? []).map(({ message }) => message);
  };

  test('has what the definitions of the operator allow, and nothing else', () => {
    const found = manifests.filter(({ apiVersion }) => apiVersion === OPERATOR);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(
      new Set(['Cluster', 'ScheduledBackup', 'Database']),
    );
    for (const manifest of found) {
      expect([manifest.kind, faultsIn(manifest)]).toEqual([manifest.kind, []]);
    }
  });

  test.each([
    ['a misspelled member', { instance: 3 }],
    ['a member of another type', { instances: 'three' }],
    ['a plugin without a name', { plugins: [{ isWALArchiver: true }] }],
    ['a misspelled member within', { postgresql: { pgHba: [] } }],
  ])('would not pass with %s', (_case, change) => {
    const cluster = manifests.find(({ kind }) => kind === 'Cluster');
    if (cluster === undefined) throw new Error('the example has no cluster');
    const changed: Resource = { ...cluster, spec: { ...cluster.spec, ...change } };
    expect(faultsIn(changed)).not.toEqual([]);
  });

  test('archives WAL to the store that its backups use', () => {
    const specOf = (kind: string) => manifests.find((each) => each.kind === kind)?.spec;
    const name = manifests.find(({ kind }) => kind === 'ObjectStore')?.metadata.name;
    const plugin = 'barman-cloud.cloudnative-pg.io';
    expect(specOf('Cluster')).toMatchObject({
      plugins: [{ name: plugin, isWALArchiver: true, parameters: { barmanObjectName: name } }],
    });
    expect(specOf('ScheduledBackup')).toMatchObject({
      ...{ method: 'plugin', pluginConfiguration: { name: plugin } },
    });
  });
});

/** Resources of Strimzi that its API v1 rejects: a kind, what is changed in it, and the fault. */
const REJECTED: readonly [string, string, Partial<Resource>, RegExp][] = [
  ['of an earlier version', 'Kafka', { apiVersion: 'kafka.strimzi.io/v1beta2' }, /not served/],
  ['of no kind of the operator', 'Kafka', { kind: 'Zookeeper' }, /no such kind/],
  ['with a misspelled member', 'KafkaTopic', { spec: { partition: 3 } }, /partition: no such m/],
  ['with too few partitions', 'KafkaTopic', { spec: { partitions: 0 } }, /partitions: too small/],
  ['with a text for a number', 'KafkaNodePool', { spec: { replicas: 'three' } }, /"three"/],
  ['with an unknown role', 'KafkaNodePool', { spec: { roles: ['zookeeper'] } }, /no such value/],
  ['without a required member', 'Kafka', { spec: { kafka: {} } }, /listeners: missing/],
  [
    'with a member that v1 has no more',
    'KafkaUser',
    {
      spec: {
        authorization: {
          type: 'simple',
          acls: [{ resource: { type: 'cluster' }, operation: 'Describe', operations: ['Read'] }],
        },
      },
    },
    /operation: no such member/,
  ],
  ['of an unknown type', 'KafkaUser', { spec: { authentication: { type: 'scram' } } }, /type id/],
];

describe('the example for Strimzi', () => {
  const manifests = example('strimzi-kafka.yaml').filter(hasSpec);
  let faults: readonly (readonly string[])[];

  beforeAll(() => {
    const rejected = REJECTED.map(([, kind, change]) => {
      const found = manifests.find((each) => each.kind === kind);
      if (found === undefined) throw new Error(`the example has no ${kind}`);
      return { ...found, ...change, spec: { ...found.spec, ...change.spec } };
    });
    faults = strimziFaults([...manifests, ...rejected]);
  }, 300_000);

  test('has what the model of the operator allows in v1, and nothing else', () => {
    const kinds = new Set(manifests.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['KafkaNodePool', 'Kafka', 'KafkaTopic', 'KafkaUser']);
    expect(faults.slice(0, manifests.length)).toEqual(manifests.map(() => []));
  });

  test.each(REJECTED.map(([name, , , fault], index) => [name, fault, index] as const))(
    'would not pass with a resource %s',
    (_name, fault, index) => {
      expect(faults[manifests.length + index]?.join()).toMatch(fault);
    },
  );
});
