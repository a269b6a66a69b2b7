import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cloudNativePgSchemas } from '../testing/cloudnative-pg-crds.js';
import { manifestsIn, type Manifest } from './render.js';

const FILE = join(projectRoot(), 'deploy', 'kubernetes', 'examples', 'cloudnative-pg.yaml');
const OPERATOR = 'postgresql.cnpg.io/v1';

interface Resource extends Manifest {
  readonly spec: object;
}

const hasSpec = (manifest: Manifest): manifest is Resource => 'spec' in manifest;

describe('the example for CloudNativePG', () => {
  let schemas: ReturnType<typeof cloudNativePgSchemas>;

  beforeAll(() => {
    schemas = cloudNativePgSchemas();
  }, 300_000);

  const manifests = manifestsIn(readFileSync(FILE, 'utf8')).filter(hasSpec);
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
