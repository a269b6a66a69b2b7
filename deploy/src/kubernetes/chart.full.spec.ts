import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { packChart } from '@ndx/tools/deployment/pack-chart';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { helm } from '../testing/helm.js';
import { CronJob, Ingress, ofKind, theOnly, validate } from './kinds.js';
import { settingsOf, valueOf, workloadsOf } from './pods.js';
import { ENVIRONMENTS, manifestsIn, overlay, type Manifest } from './render.js';
import { renderedSuite } from './rendered-suite.js';

const COMPONENT = 'app.kubernetes.io/component';
const DIGEST = `sha256:${'a'.repeat(64)}`;

renderedSuite('the Helm chart', () => {
  let folder: string;
  let chart: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chart-test-'));
    chart = packChart(projectRoot(), folder);
    // Builds Helm, where it is not built.
    expect(helm('version').stderr).toBe('');
  }, 900_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const values = (environment: string) =>
    join(projectRoot(), 'deploy', 'helm', 'environments', `${environment}.yaml`);

  const template = (environment: string, changes: object = {}) => {
    const file = join(folder, 'changes.yaml');
    writeFileSync(file, stringify(changes));
    return helm(
      ...['template', 'exchange', chart, '--namespace', `exchange-${environment}`],
      ...['--kube-version', '1.31', '--values', values(environment), '--values', file],
    );
  };
  const rendered = (environment: string, changes?: object) => {
    const { stdout, stderr } = template(environment, changes);
    expect(stderr).toBe('');
    return manifestsIn(stdout);
  };
  const pods = (manifests: readonly Manifest[], service: string) =>
    workloadsOf(manifests).filter((workload) => workload.service === service);

  test.each(ENVIRONMENTS)('renders the objects of the overlay %s', (environment) => {
    const expected = overlay(environment).filter(({ kind }) => kind !== 'Namespace');
    const found = rendered(environment);
    expect(found.map(nameOf).sort()).toEqual(expected.map(nameOf).sort());
    for (const manifest of expected) {
      const same = found.find((each) => nameOf(each) === nameOf(manifest));
      expect(comparable(same)).toEqual(comparable(manifest));
    }
  });

  test('waits for each migration before it changes a process', () => {
    const hooks = rendered('production').filter(({ metadata }) => annotation(metadata, 'hook'));
    const weights = hooks.map((manifest) => [manifest.kind, weightOf(manifest)]);
    expect(weights.filter(([kind]) => kind === 'Job')).toHaveLength(SERVICE_NAMES.length - 1);
    for (const [kind, weight] of weights) expect(weight).toBe(kind === 'Job' ? 0 : -1);
    expect(new Set(hooks.map(({ metadata }) => annotation(metadata, 'hook')))).toEqual(
      new Set(['pre-install,pre-upgrade']),
    );
    const jobs = pods(rendered('production'), 'consent').filter(({ kind }) => kind === 'Job');
    const account = hooks.find((hook) => nameOf(hook) === 'ServiceAccount exchange-consent');
    expect(jobs.map(({ spec }) => spec.serviceAccountName)).toEqual([account?.metadata.name]);
  });

  test('upgrades one service by its version, or pins it by digest', () => {
    const images = (services: object) => {
      const manifests = rendered('production', { version: '0.1.0', services });
      return ['consent', 'policy'].map((name) =>
        pods(manifests, name).map(({ container }) => container.image?.split('/').at(-1)),
      );
    };
    expect(images({ consent: { version: '0.2.0' } })).toEqual([
      ['consent:0.2.0', 'consent:0.2.0', 'consent:0.2.0', 'consent:0.2.0'],
      ['policy:0.1.0', 'policy:0.1.0', 'policy:0.1.0', 'policy:0.1.0'],
    ]);
    const pinned = `consent@${DIGEST}`;
    expect(images({ consent: { digest: DIGEST } })[0]).toEqual([pinned, pinned, pinned, pinned]);
  });

  test('adds and replaces variables of one service, whose pods then start again', () => {
    const changes = { services: { consent: { settings: { LOG_LEVEL: 'warn', EXTRA: '1' } } } };
    const [before, after] = [rendered('production'), rendered('production', changes)];
    const variable = (manifests: readonly Manifest[], service: string, name: string) =>
      pods(manifests, service)
        .filter(({ kind }) => kind === 'Deployment')
        .map((workload) => valueOf(settingsOf(workload, manifests), name));
    expect(variable(after, 'consent', 'LOG_LEVEL')).toEqual(['warn']);
    expect(variable(after, 'consent', 'EXTRA')).toEqual(['1']);
    expect(variable(after, 'policy', 'LOG_LEVEL')).toEqual(['info']);
    const restarted = SERVICE_NAMES.filter(
      (name) => settingsSum(before, name) !== settingsSum(after, name),
    );
    expect(restarted).toEqual(['consent']);
  });

  test('has the choices of a cluster', () => {
    const manifests = rendered('production', {
      identityProvider: { jwksUrl: '', jwksUri: 'https://identity.exchange.example/jwks' },
      traces: { endpoint: '' },
      archive: { location: '' },
      ingress: { className: 'internal', annotations: { 'example.com/size': '1m' } },
      priorityClassName: 'high',
      imagePullSecrets: [{ name: 'registry' }],
      services: { entity: { resources: { requests: { cpu: '1' } }, minReplicas: 5 } },
    });
    for (const manifest of manifests) expect(() => validate(manifest)).not.toThrow();
    const { metadata, spec } = theOnly(manifests, Ingress);
    expect([metadata?.annotations, spec?.ingressClassName]).toEqual([
      { 'example.com/size': '1m' },
      'internal',
    ]);
    for (const { spec: pod } of workloadsOf(manifests)) {
      expect([pod.priorityClassName, pod.imagePullSecrets]).toEqual([
        'high',
        [{ name: 'registry' }],
      ]);
    }
    const text = JSON.stringify(manifests);
    expect(text).toContain('"JWKS_URI":"https://identity.exchange.example/jwks"');
    expect(text).not.toMatch(/JWKS_URL|OTEL_|4318|ARCHIVE_LOCATION|AWS_|KEEP_DAYS/);
    const running = ofKind(manifests, CronJob).filter(({ spec }) => spec?.suspend === false);
    const components = running.map(({ metadata }) => metadata?.labels?.[COMPONENT]);
    expect(new Set(components)).toEqual(new Set(['checkpoints']));
    const [entity] = pods(manifests, 'entity');
    expect(entity?.container.resources).toEqual({ requests: { cpu: '1' } });
    expect(text).toContain('"minReplicas":5');
  });

  test('names a value that is missing or wrong, and renders nothing', () => {
    const { status, stdout, stderr } = template('production', {
      ...{ host: '', logLevel: 'loud', services: { consents: {} } },
    });
    expect([status, stdout]).toEqual([1, '']);
    for (const name of ['host', 'logLevel', 'consents']) expect(stderr).toContain(name);
  });

  test('is accepted by helm lint', () => {
    const { status, stdout } = helm('lint', chart, '--values', values('production'), '--strict');
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });
});

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${withoutHash(metadata.name)}`;
}

/** Kustomize appends the hash of a ConfigMap to its name; the chart writes it into the pods. */
function withoutHash(text: string): string {
  return text.replace(/^(exchange-[a-z-]+)-[a-z0-9]{10}$/, '$1');
}

/** An object without what only one of the two ways needs. */
function comparable(manifest: Manifest | undefined): unknown {
  return JSON.parse(JSON.stringify(manifest), (name, value: unknown) => {
    if (typeof value === 'string') return withoutHash(value);
    if (name !== 'annotations') return value;
    const kept = Object.entries(Object(value) as object).filter(
      ([key]) => !/^(helm\.sh\/|exchange\/(registry|settings)$)/.test(key),
    );
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  });
}

function annotation(metadata: object, name: string): string | undefined {
  const { annotations } = metadata as { readonly annotations?: Readonly<Record<string, string>> };
  return annotations?.[`helm.sh/${name}`];
}

function weightOf({ metadata }: Manifest): number {
  return Number(annotation(metadata, 'hook-weight'));
}

/** The settings with which the pods of a service start. */
function settingsSum(manifests: readonly Manifest[], service: string): unknown {
  const deployment = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `exchange-${service}`,
  );
  const { spec } = deployment as Manifest & {
    readonly spec: { readonly template: { readonly metadata: { readonly annotations: object } } };
  };
  return new Map(Object.entries(spec.template.metadata.annotations)).get('exchange/settings');
}
