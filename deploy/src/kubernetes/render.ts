import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { parseAllDocuments } from 'yaml';
import { oncePerRun } from '../testing/once-per-run.js';

/** The contract's environments (contract 1), each with an overlay. */
export const ENVIRONMENTS = ['development', 'sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** An object as the manifests write it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const KUBERNETES = join(projectRoot(), 'deploy', 'kubernetes');

const rendered = new Map<string, readonly Manifest[]>();

/** What `kubectl apply -k overlays/<path>` would send. */
export function overlay(path: string): readonly Manifest[] {
  const before = rendered.get(path);
  if (before) return before;
  const text = oncePerRun(`overlay ${path}`, () =>
    execFileSync('kubectl', ['kustomize', join(KUBERNETES, 'overlays', path)], {
      encoding: 'utf8',
    }),
  );
  const manifests = manifestsIn(text);
  rendered.set(path, manifests);
  return manifests;
}

export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** One service in one environment: what is applied when it is applied by itself. */
export const SINGLE_SERVICES: readonly (readonly [string, Environment, ServiceName])[] =
  ENVIRONMENTS.flatMap((environment) =>
    SERVICE_NAMES.map((service) => [`${environment}/${service}`, environment, service] as const),
  );

/** Everything that can be applied. */
export const OVERLAYS: readonly string[] = [
  ...ENVIRONMENTS,
  ...ENVIRONMENTS.map((environment) => `${environment}/namespace`),
  ...SINGLE_SERVICES.map(([path]) => path),
];

/** Why the manifests cannot be rendered here, if they cannot. In CI that is a failure. */
export function whyNotRendered(): string | undefined {
  if (process.env['CI'] === 'true') return undefined;
  const { error } = spawnSync('kubectl', ['version', '--client']);
  return error && 'kubectl is not on this machine: the manifests are not checked';
}
