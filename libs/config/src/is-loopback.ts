import ipaddr from 'ipaddr.js';

/** Ranges that reach only the own machine. */
const OWN_RANGES: readonly string[] = ['loopback', 'unspecified'];

/** Whether the host of an address is the own machine; a text that is no address has no host. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && OWN_RANGES.includes(ipaddr.process(host).range());
}
