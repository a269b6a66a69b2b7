import ipaddr from 'ipaddr.js';

/** Ranges that reach only the own machine. */
const OWN_RANGES: readonly string[] = ['loopback', 'unspecified'];

/** Whether the host of an address is the own machine; a text that is no address has no host. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = hostOf(address);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && OWN_RANGES.includes(ipaddr.process(host).range());
}

/**
 * Whether the host of an address is a name that only the network of a cluster or of containers has: one
 * without a dot, or the name of a Kubernetes service, such as `keycloak.identity.svc`.
 */
export function isInCluster(address: string): boolean {
  return URL.canParse(address) && /^[^.:]+$|\.svc(?:\.cluster\.local)?$/.test(hostOf(address));
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$|\.$/g, '');
}
