import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import { NetworkPolicy, ofKind } from './kinds.js';
import type { Manifest } from './render.js';
import { selects } from './selectors.js';

type Labels = Readonly<Record<string, string>>;

/** The attributes of a pod that network policies select: its labels and its namespace's labels. */
export interface Pod {
  readonly labels: Labels;
  /** Undefined for the namespace of the policies. */
  readonly namespace?: Labels;
}

interface Rule {
  readonly peers?: readonly INetworkPolicyPeer[];
  readonly ports?: readonly { readonly port?: number | string }[];
}

/**
 * Whether the policies let a pod open a connection to another pod on a port. As in a cluster, a pod
 * that a policy selects has only the allowed connections, and both pods must allow the connection.
 */
export function mayConnect(
  manifests: readonly Manifest[],
  from: Pod,
  to: Pod,
  port: number,
): boolean {
  return (
    allows(manifests, 'Egress', from, to, port) && allows(manifests, 'Ingress', to, from, port)
  );
}

function allows(
  manifests: readonly Manifest[],
  direction: 'Ingress' | 'Egress',
  self: Pod,
  peer: Pod,
  port: number,
): boolean {
  // Policies apply only to pods of their own namespace.
  if (self.namespace) return true;
  const policies = ofKind(manifests, NetworkPolicy)
    .map(({ spec }) => spec)
    .filter((spec) => spec !== undefined)
    .filter((spec) => spec.policyTypes?.includes(direction))
    .filter((spec) => selects(spec.podSelector, self.labels));
  if (policies.length === 0) return true;
  const rules: Rule[] = policies.flatMap((spec) =>
    direction === 'Ingress'
      ? (spec.ingress ?? []).map(({ from, ports }) => ({
          ...(from && { peers: from }),
          ...(ports && { ports }),
        }))
      : (spec.egress ?? []).map(({ to, ports }) => ({
          ...(to && { peers: to }),
          ...(ports && { ports }),
        })),
  );
  return rules.some(
    ({ peers, ports }) =>
      (peers?.some((each) => isPeer(each, peer)) ?? true) &&
      (ports?.some((each) => each.port === port) ?? true),
  );
}

function isPeer({ podSelector, namespaceSelector }: INetworkPolicyPeer, pod: Pod): boolean {
  // An IP block does not select pods.
  if (!podSelector && !namespaceSelector) return false;
  const isNamespace = namespaceSelector
    ? pod.namespace !== undefined && selects(namespaceSelector, pod.namespace)
    : pod.namespace === undefined;
  return isNamespace && selects(podSelector ?? {}, pod.labels);
}
