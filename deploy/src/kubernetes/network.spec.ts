import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { callsOf } from '../calls.js';
import { mayConnect, type Pod } from './network.js';
import { deploymentOf, settingsOf, valueOf, workloadsOf } from './pods.js';
import { ENVIRONMENTS, overlay } from './render.js';
import { renderedSuite } from './rendered-suite.js';

const HTTP = 8080;
/** The metrics port of the gateway, which serves metrics on a separate port. */
const METRICS = 9090;
const elsewhere = (namespace: Pod['namespace'] = {}): Pod => ({ labels: {}, namespace });

/** The pairs of names that satisfy a predicate, as one list for comparison. */
function pairs(
  from: readonly string[],
  to: readonly string[],
  holds: (from: string, to: string) => boolean,
): string[] {
  return from.flatMap((a) => to.filter((b) => holds(a, b)).map((b) => `${a} -> ${b}`)).sort();
}

renderedSuite('the network policies', () => {
  test.each(ENVIRONMENTS)(
    'of %s allow a service to call exactly the services that it needs',
    (environment) => {
      const manifests = overlay(environment);
      const pod = (service: string) => deploymentOf(overlay(`${environment}/${service}`));
      const allowed = pairs(SERVICE_NAMES, SERVICE_NAMES, (from, to) =>
        mayConnect(manifests, pod(from), pod(to), HTTP),
      );
      const needed = SERVICE_NAMES.flatMap((from) => callsOf(from).map((to) => `${from} -> ${to}`));
      expect(needed).not.toEqual([]);
      expect(allowed).toEqual(needed.sort());
    },
  );

  test.each(ENVIRONMENTS)('of %s admit external traffic only to the gateway', (environment) => {
    const manifests = overlay(environment);
    const reached = (from: Pod, port = HTTP) =>
      SERVICE_NAMES.filter((name) =>
        mayConnect(manifests, from, deploymentOf(overlay(`${environment}/${name}`)), port),
      );
    expect(reached(elsewhere({ 'exchange/ingress': 'true' }))).toEqual(['gateway']);
    expect(reached(elsewhere())).toEqual([]);
    const monitoring = elsewhere({ 'exchange/monitoring': 'true' });
    expect(reached(monitoring)).toEqual(STATEFUL_SERVICE_NAMES);
    expect(reached(monitoring, METRICS)).toEqual(['gateway']);
    expect(reached(elsewhere({ 'exchange/ingress': 'true' }), METRICS)).toEqual([]);
  });

  test.each(ENVIRONMENTS)('of %s allow services to reach only its own stores', (environment) => {
    const manifests = overlay(environment);
    const reaching = (of: string, port: number) =>
      workloadsOf(manifests)
        .filter((pod) => mayConnect(manifests, pod, elsewhere({ 'exchange/stores': of }), port))
        .map(({ kind, service }) => `${kind} ${service}`)
        .sort();
    const deployments = STATEFUL_SERVICE_NAMES.map((name) => `Deployment ${name}`);
    const jobs = STATEFUL_SERVICE_NAMES.map((name) => `Job ${name}`);
    const cronJobs = workloadsOf(manifests).filter(({ kind }) => kind === 'CronJob');
    const archives = cronJobs.map(({ kind, service }) => `${kind} ${service}`);
    expect(reaching(environment, 5432)).toEqual(
      [...deployments, 'Deployment gateway', ...jobs, ...archives].sort(),
    );
    expect(reaching(environment, 9093)).toEqual([...deployments].sort());
    expect(reaching('another', 5432)).toEqual([]);
  });

  test.each(ENVIRONMENTS)(
    'of %s allow services to connect to a collector only when one is configured',
    (environment) => {
      const manifests = overlay(environment);
      const monitoring = elsewhere({ 'exchange/monitoring': 'true' });
      for (const pod of workloadsOf(manifests)) {
        const address = valueOf(settingsOf(pod, manifests), 'OTEL_EXPORTER_OTLP_ENDPOINT');
        const port = Number(new URL(address ?? 'http://none:4318').port);
        // Commands are not traced.
        const exports = address !== undefined && pod.kind !== 'CronJob';
        expect(mayConnect(manifests, pod, monitoring, port)).toBe(exports);
        expect(mayConnect(manifests, pod, elsewhere(), port)).toBe(false);
      }
    },
  );

  test.each(ENVIRONMENTS)('of %s allow a command to call no service', (environment) => {
    const manifests = overlay(environment);
    const jobs = workloadsOf(manifests).filter(({ kind }) => kind !== 'Deployment');
    const deployments = workloadsOf(manifests).filter(({ kind }) => kind === 'Deployment');
    for (const job of jobs) {
      for (const service of deployments) {
        expect(mayConnect(manifests, job, service, HTTP)).toBe(false);
        expect(mayConnect(manifests, service, job, HTTP)).toBe(false);
      }
    }
  });

  test.each(ENVIRONMENTS)('of %s deny all connections of a pod without a policy', (environment) => {
    const manifests = overlay(environment);
    const stranger = { labels: { app: 'stranger' } };
    const gateway = deploymentOf(overlay(`${environment}/gateway`));
    expect(mayConnect(manifests, stranger, elsewhere(), HTTP)).toBe(false);
    expect(mayConnect(manifests, gateway, stranger, HTTP)).toBe(false);
  });
});
