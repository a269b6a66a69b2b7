import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodTemplateSpec } from 'kubernetes-models/v1/PodTemplateSpec';
import { ConfigMap, CronJob, Deployment, Job, ofKind } from './kinds.js';
import type { Manifest } from './render.js';

/** A Deployment, Job or CronJob and its pod template. */
export interface Workload {
  readonly kind: 'CronJob' | 'Deployment' | 'Job';
  readonly name: string;
  /** The name of its process, from the label. */
  readonly service: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: NonNullable<IPodTemplateSpec['spec']>;
  readonly container: IContainer;
}

export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  const cronJobs = ofKind(manifests, CronJob).map(({ kind, metadata, spec }) => ({
    ...{ kind, metadata, spec: spec?.jobTemplate.spec },
  }));
  return [...ofKind(manifests, Deployment), ...ofKind(manifests, Job), ...cronJobs].map(
    ({ kind, metadata, spec }) => {
      const { metadata: pod, spec: podSpec } = spec?.template ?? {};
      const container = podSpec?.containers[0];
      if (!podSpec || !container || podSpec.containers.length !== 1) {
        throw new Error(`${kind} ${String(metadata?.name)} does not run exactly one container`);
      }
      const labels = pod?.labels ?? {};
      return {
        ...{ kind, name: metadata?.name ?? '', labels, container, spec: podSpec },
        service: labels['app.kubernetes.io/name'] ?? '',
      };
    },
  );
}

/** The only Deployment of the manifests. */
export function deploymentOf(manifests: readonly Manifest[]): Workload {
  const found = workloadsOf(manifests).find(({ kind }) => kind === 'Deployment');
  if (!found) throw new Error('there is no Deployment');
  return found;
}

/** A variable of a container: its value or its reference. */
export type Setting =
  { readonly value: string } | { readonly secret: string; readonly key: string };

/** Every variable of a container, from `envFrom` and `env`. */
export function settingsOf(
  { container }: Workload,
  manifests: readonly Manifest[],
): ReadonlyMap<string, Setting> {
  const maps = ofKind(manifests, ConfigMap);
  const settings = new Map<string, Setting>();
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = maps.find(({ metadata }) => metadata?.name === configMapRef?.name);
    if (!map) throw new Error(`there is no ConfigMap ${String(configMapRef?.name)}`);
    for (const [name, value] of Object.entries(map.data ?? {})) settings.set(name, { value });
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const { name: secret, key } = valueFrom?.secretKeyRef ?? {};
    if (secret !== undefined && key !== undefined) settings.set(name, { secret, key });
    else settings.set(name, { value: value ?? '' });
  }
  return settings;
}

/** The value of a variable that is not secret. */
export function valueOf(settings: ReadonlyMap<string, Setting>, name: string): string | undefined {
  const setting = settings.get(name);
  return setting && 'value' in setting ? setting.value : undefined;
}
