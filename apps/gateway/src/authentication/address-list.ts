import ipaddr from 'ipaddr.js';

/**
 * Whether an address is one of a list of addresses and networks (`192.0.2.0/24`). IPv4 addresses in
 * IPv6 count as IPv4.
 */
export function isWithin(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  return list.some((each) => {
    const [network, bits] = networkIn(each);
    return own.kind() === network.kind() && own.match(network, bits);
  });
}

function networkIn(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
