import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob';
import type { IProbe } from 'kubernetes-models/v1/Probe';
import {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  ofKind,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
  theOnly,
} from './kinds.js';
import { oncePerRun } from '../testing/once-per-run.js';
import { deploymentOf, settingsOf, valueOf, workloadsOf } from './pods.js';
import { ENVIRONMENTS, overlay, SINGLE_SERVICES } from './render.js';
import { renderedSuite } from './rendered-suite.js';
import { selects } from './selectors.js';

const each = test.each(SINGLE_SERVICES);

const IMAGE = /:([\w.-]+)(@sha256:[0-9a-f]{64})?$/;

const isOf =
  (component: string) =>
  ({ metadata }: ICronJob) =>
    metadata?.labels?.['app.kubernetes.io/component'] === component;

/** Parses a Kubernetes quantity with the unit Mi. */
function mebibytes(quantity: string): number {
  return Number(/^(\d+)Mi$/.exec(quantity)?.[1]);
}

renderedSuite('the parts of a service', () => {
  each('%s sends requests to its own serving pods, on their listening port', (path) => {
    const manifests = overlay(path);
    const { container } = deploymentOf(manifests);
    const service = theOnly(manifests, Service);
    const [port] = service.spec?.ports ?? [];
    const named = container.ports?.find(({ name }) => name === port?.targetPort);
    expect(String(named?.containerPort)).toBe(
      valueOf(settingsOf(deploymentOf(manifests), manifests), 'PORT'),
    );
    const selected = workloadsOf(manifests).filter(({ labels }) =>
      selects({ matchLabels: service.spec?.selector ?? {} }, labels),
    );
    expect(selected).toEqual([deploymentOf(manifests)]);
  });

  test.each(ENVIRONMENTS)('of %s select no pods of another service', (environment) => {
    const manifests = overlay(environment);
    const selectors = [
      ...ofKind(manifests, Service).map(({ spec }) => ({ matchLabels: spec?.selector ?? {} })),
      ...ofKind(manifests, Deployment).map(({ spec }) => spec?.selector ?? {}),
      ...ofKind(manifests, PodDisruptionBudget).map(({ spec }) => spec?.selector ?? {}),
    ];
    for (const selector of selectors) {
      const selected = workloadsOf(manifests).filter(({ labels }) => selects(selector, labels));
      expect(selected.map(({ kind }) => kind)).toEqual(['Deployment']);
    }
  });

  each('%s has an autoscaler and a disruption budget for its own Deployment', (path) => {
    const manifests = overlay(path);
    const deployment = theOnly(manifests, Deployment);
    const autoscaler = theOnly(manifests, HorizontalPodAutoscaler).spec;
    expect(autoscaler?.scaleTargetRef).toEqual({
      apiVersion: deployment.apiVersion,
      kind: deployment.kind,
      name: deployment.metadata?.name,
    });
    // Every apply would override the autoscaler's replica count.
    expect(deployment.spec).not.toHaveProperty('replicas');
    expect(autoscaler?.maxReplicas).toBeGreaterThan(autoscaler?.minReplicas ?? Infinity);
    expect(theOnly(manifests, PodDisruptionBudget).spec?.selector).toEqual(
      deployment.spec?.selector,
    );
  });

  each('%s refers to its own account and settings', (path) => {
    const manifests = overlay(path);
    const account = theOnly(manifests, ServiceAccount).metadata?.name;
    const map = theOnly(manifests, ConfigMap).metadata?.name;
    for (const { spec, kind, container } of workloadsOf(manifests)) {
      expect(spec.serviceAccountName).toBe(account);
      const maps = (container.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name);
      // A Job is immutable, so it would reject the settings of the next version.
      expect(maps).toEqual(kind === 'Job' ? [] : [map]);
    }
  });

  each('%s is probed on its health endpoints', (path) => {
    const { container } = deploymentOf(overlay(path));
    const asked = (probe: IProbe | undefined) => [probe?.httpGet?.path, probe?.httpGet?.port];
    expect(asked(container.startupProbe)).toEqual(['/health/live', 'http']);
    expect(asked(container.livenessProbe)).toEqual(['/health/live', 'http']);
    expect(asked(container.readinessProbe)).toEqual(['/health/ready', 'http']);
  });

  each('%s is scraped on its metrics port, and opens no other port', (path) => {
    const manifests = overlay(path);
    const deployment = deploymentOf(manifests);
    const settings = settingsOf(deployment, manifests);
    const [http, metrics] = [valueOf(settings, 'PORT'), valueOf(settings, 'METRICS_PORT')];
    const { annotations } = theOnly(manifests, Deployment).spec?.template.metadata ?? {};
    expect(annotations).toMatchObject({
      'prometheus.io/scrape': 'true',
      'prometheus.io/path': '/metrics',
      'prometheus.io/port': metrics ?? http,
    });
    expect(deployment.container.ports).toEqual([
      { name: 'http', containerPort: Number(http) },
      ...(metrics === undefined ? [] : [{ name: 'metrics', containerPort: Number(metrics) }]),
    ]);
    expect(metrics === undefined).toBe(deployment.service !== 'gateway');
  });

  each('%s has a grace period longer than its shutdown', (path) => {
    const manifests = overlay(path);
    const { container, spec } = deploymentOf(manifests);
    const drain = Number(
      valueOf(settingsOf(deploymentOf(manifests), manifests), 'SHUTDOWN_GRACE_MS'),
    );
    const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(before).toBeGreaterThan(0);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(before + drain / 1_000);
  });

  each('%s is rolled out without removing a serving pod first', (path) => {
    expect(theOnly(overlay(path), Deployment).spec?.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    });
  });

  each('%s runs with the least privileges', (path) => {
    for (const { spec, container } of workloadsOf(overlay(path))) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.anything() }, limits: { memory: expect.anything() } },
      });
    }
  });

  each('%s has requests and limits for ephemeral storage', (path) => {
    for (const { spec, container } of workloadsOf(overlay(path))) {
      const [requested, limit] = [container.resources?.requests, container.resources?.limits].map(
        (amounts) => mebibytes(String(amounts?.['ephemeral-storage'])),
      );
      // More than the container log that the kubelet keeps by default: five files of 10 MiB.
      expect(requested).toBeGreaterThan(50);
      expect(limit).toBeGreaterThanOrEqual(requested ?? Infinity);
      const directories = (spec.volumes ?? []).flatMap(({ emptyDir }) => emptyDir ?? []);
      for (const { sizeLimit } of directories) expect(sizeLimit).toBeDefined();
    }
  });

  each('%s runs its own image in the version of its environment', (path, environment, service) => {
    // After a release has pinned the images, every image has a digest after its version.
    const all = workloadsOf(overlay(environment)).map(({ container, labels }) => {
      const [, version, digest] = IMAGE.exec(container.image ?? '') ?? [];
      expect(version).toBe(labels['app.kubernetes.io/version']);
      return { version, isPinned: digest !== undefined };
    });
    const [one, ...others] = all;
    for (const other of others) expect(other).toEqual(one);
    for (const { container } of workloadsOf(overlay(path))) {
      expect(container.image).toContain(`/${service}:${one?.version ?? ''}`);
    }
  });

  each(
    '%s has a migration with a different name for each version',
    (path, _environment, service) => {
      const manifests = overlay(path);
      const jobs = ofKind(manifests, Job);
      const version = theOnly(manifests, Deployment).metadata?.labels?.[
        'app.kubernetes.io/version'
      ];
      expect(jobs.map(({ metadata }) => metadata?.name)).toEqual(
        service === 'gateway' ? [] : [`exchange-migrate-${version ?? ''}-${service}`],
      );
      for (const job of jobs) {
        // A pod label cannot be longer.
        expect(job.metadata?.name?.length).toBeLessThanOrEqual(63);
        expect(job.spec?.template.spec?.containers[0]?.args).toEqual(['migrate']);
      }
    },
  );
});

renderedSuite('the archives', () => {
  each('%s have a CronJob for each command of the service', (path, _environment, service) => {
    const manifests = overlay(path);
    const jobs = ofKind(manifests, CronJob).filter(isOf('archive'));
    const commands = jobs.map(({ spec }) => spec?.jobTemplate.spec?.template.spec?.containers[0]);
    const archived = commands.flatMap((container) => container?.args ?? []).sort();
    const entry = join(projectRoot(), 'apps', service, 'dist', 'main.js');
    const listed = oncePerRun(`commands of ${service}`, () =>
      execFileSync(process.execPath, [entry, '--help'], { encoding: 'utf8' }),
    );
    const offered = [...listed.matchAll(/^ {2}((?:audit-)?archive)\b/gm)].map(([, name]) => name);
    expect(archived).toEqual(offered.sort());
    const location = valueOf(settingsOf(deploymentOf(manifests), manifests), 'ARCHIVE_LOCATION');
    for (const { metadata, spec } of jobs) {
      // The name of a Job has eleven characters more, and is a label.
      expect(metadata?.name?.length).toBeLessThanOrEqual(52);
      expect(spec?.suspend).toBe(location === undefined);
      expect(spec?.concurrencyPolicy).toBe('Forbid');
    }
  });
});

renderedSuite('the checkpoints of the audit logs', () => {
  each('%s are exported every day if the service has a log', (path, _environment, service) => {
    const jobs = ofKind(overlay(path), CronJob).filter(isOf('checkpoints'));
    expect(jobs).toHaveLength(STATEFUL_SERVICE_NAMES.some((name) => name === service) ? 1 : 0);
    for (const { spec } of jobs) {
      expect([spec?.suspend, spec?.schedule]).toEqual([false, '20 1 * * *']);
      const [container] = spec?.jobTemplate.spec?.template.spec?.containers ?? [];
      expect(container?.args).toEqual(['audit-verify', '--export', '-']);
    }
  });
});

renderedSuite('the ingress', () => {
  test.each(ENVIRONMENTS)('of %s routes only to the gateway', (environment) => {
    const manifests = overlay(environment);
    const { spec } = theOnly(manifests, Ingress);
    const backends = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
    expect(backends.map(({ backend }) => backend.service)).toEqual([
      { name: 'exchange-gateway', port: { name: 'http' } },
    ]);
    const gateway = ofKind(overlay(`${environment}/gateway`), Service)[0];
    expect(gateway?.metadata?.name).toBe('exchange-gateway');
    expect(spec?.tls?.[0]?.hosts).toEqual(spec?.rules?.map(({ host }) => host));
  });
});
