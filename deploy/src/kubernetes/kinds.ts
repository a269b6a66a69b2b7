import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import type { Manifest } from './render.js';

export {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

/** The kinds of the manifests; Secret is not allowed. */
const KINDS = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

/** @throws Error when the kind is unknown or the object does not match the kind's schema */
export function validate(manifest: Manifest): void {
  const { kind, apiVersion } = manifest;
  const known = Object.entries(KINDS).find(([name]) => name === kind)?.[1];
  if (!known || known.apiVersion !== apiVersion) {
    throw new Error(`${apiVersion} ${kind} is none of the kinds that are deployed`);
  }
  new known(manifest).validate();
}

/** The objects of a kind. */
export function ofKind<T>(
  manifests: readonly Manifest[],
  kind: { readonly is: (value: unknown) => value is T },
): T[] {
  return manifests.filter((manifest: unknown): manifest is T & Manifest => kind.is(manifest));
}

/** The only object of a kind. */
export function theOnly<T>(
  manifests: readonly Manifest[],
  kind: { readonly is: (value: unknown) => value is T },
): T {
  const [one, ...others] = ofKind(manifests, kind);
  if (one === undefined || others.length > 0) throw new Error('not exactly one of its kind');
  return one;
}
