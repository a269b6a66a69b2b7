import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { workloadsOf } from './pods.js';
import { manifestsIn } from './render.js';
import { renderedSuite } from './rendered-suite.js';

const REGISTRY = 'registry.example.com/data-exchange';

/** A different digest for each service. */
const IMAGES = SERVICE_NAMES.map(
  (name, at) => `${REGISTRY}/${name}@sha256:${String(at).repeat(64)}`,
);

renderedSuite('images that are pinned at a release', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'pin-'));
    for (const path of ['package.json', 'deploy/kubernetes']) {
      cpSync(join(projectRoot(), path), join(root, path), { recursive: true });
    }
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const pin = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(projectRoot(), 'tools', 'dist', 'pin.js'), ...args], {
      cwd: root,
      encoding: 'utf8',
    });

  const folder = () => join(root, 'deploy', 'kubernetes', 'environments', 'sandbox');

  test.each([
    ['one is missing', IMAGES.slice(1)],
    ['one is named twice', [...IMAGES, ...IMAGES.slice(0, 1)]],
    ['one has only a tag', [`${REGISTRY}/gateway:0.2.0`, ...IMAGES.slice(1)]],
    [
      'one is from another registry',
      [`elsewhere.example.com/gateway@sha256:${'0'.repeat(64)}`, ...IMAGES.slice(1)],
    ],
  ])('are rejected without a write when %s', (_case, images) => {
    const before = readFileSync(join(folder(), 'images', 'kustomization.yaml'), 'utf8');
    expect(pin('sandbox', '0.2.0', ...images).status).toBe(1);
    expect(readFileSync(join(folder(), 'images', 'kustomization.yaml'), 'utf8')).toBe(before);
  });

  test('are used by every container, including commands, with the version', () => {
    expect(pin('sandbox', '0.2.0', ...IMAGES)).toMatchObject({ status: 0, stderr: '' });
    const overlay = join(root, 'deploy', 'kubernetes', 'overlays', 'sandbox');
    const rendered = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
    const workloads = workloadsOf(manifestsIn(rendered));
    const count = (of: string) => workloads.filter(({ kind }) => kind === of).length;
    const stateful = SERVICE_NAMES.length - 1;
    expect([count('Deployment'), count('Job')]).toEqual([SERVICE_NAMES.length, stateful]);
    expect(count('CronJob')).toBeGreaterThanOrEqual(stateful);
    for (const { kind, name, service, labels, container } of workloads) {
      const [image = '', digest] =
        IMAGES.find((each) => each.includes(`/${service}@`))?.split('@') ?? [];
      expect(container.image).toBe(`${image}:0.2.0@${digest ?? ''}`);
      expect(labels['app.kubernetes.io/version']).toBe('0.2.0');
      if (kind === 'Job') expect(name).toBe(`exchange-migrate-0.2.0-${service}`);
    }
  });

  test('do not change the other files of the environment', () => {
    expect(readFileSync(join(folder(), 'kustomization.yaml'), 'utf8')).toContain(
      '# Common settings of all processes of the sandbox environment.',
    );
  });
});
