import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { parseAllDocuments } from 'yaml';
import { oncePerRun } from '../testing/once-per-run.js';

/** The contract's environments (contract 1), each with an overlay. */
export const ENVIRONMENTS = ['development', 'sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** An object of the manifests. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const KUBERNETES = join(projectRoot(), 'deploy', 'kubernetes');

const rendered = new Map<string, readonly Manifest[]>();

/** The objects that `kubectl apply -k overlays/<path>` sends. */
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

/** The overlays of single services: one per service and environment. */
export const SINGLE_SERVICES: readonly (readonly [string, Environment, ServiceName])[] =
  ENVIRONMENTS.flatMap((environment) =>
    SERVICE_NAMES.map((service) => [`${environment}/${service}`, environment, service] as const),
  );

/** Every overlay. */
export const OVERLAYS: readonly string[] = [
  ...ENVIRONMENTS,
  ...ENVIRONMENTS.map((environment) => `${environment}/namespace`),
  ...SINGLE_SERVICES.map(([path]) => path),
];

/** The reason why this machine cannot render the manifests, if any. In CI that is an error. */
export function whyNotRendered(): string | undefined {
  if (process.env['CI'] === 'true') return undefined;
  const { error } = spawnSync('kubectl', ['version', '--client']);
  return error && 'kubectl is not on this machine: the manifests are not checked';
}
