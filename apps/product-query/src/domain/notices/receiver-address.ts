import { isIP } from 'node:net';
import { invalid, quoted } from '@ndx/contracts';
import ipaddr from 'ipaddr.js';

/** What an operator permits besides https to hosts of the public internet. */
export interface ReceiverRules {
  /** Networks as `address/bits`, in which receivers may be although they are not public. */
  readonly networks: readonly string[];
  /** Whether receivers without TLS are permitted. */
  readonly allowsHttp: boolean;
}

/** The rules of the variables of the service. */
export function receiverRulesOf(config: {
  readonly NOTICE_RECEIVER_NETWORKS: string;
  readonly NOTICE_HTTP_RECEIVERS: boolean;
}): ReceiverRules {
  const { NOTICE_RECEIVER_NETWORKS: listed, NOTICE_HTTP_RECEIVERS: allowsHttp } = config;
  return { networks: listed === '' ? [] : listed.split(','), allowsHttp };
}

/** Every public address of IPv6 is in it. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether the system may connect to an address: a public one, or one in a permitted network. An
 * address of IPv4 that is mapped to IPv6 is judged as the former.
 */
export function mayConnectTo(address: string, { networks }: ReceiverRules): boolean {
  const parsed = ipaddr.process(address);
  const isPublic =
    parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
  return isPublic || networks.some((network) => isWithin(parsed, network));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match([base, bits]);
}

/**
 * Checks the address of a receiver as it is stated. The addresses behind a name are checked at each
 * connection, because they can change.
 * @throws VALIDATION_ERROR
 */
export function requireReceiverUrl(text: string, rules: ReceiverRules): void {
  const fault = faultOf(text, rules);
  if (fault !== undefined) throw invalid('invalid_url', `url: ${quoted(fault)}`);
}

function faultOf(text: string, rules: ReceiverRules): string | undefined {
  if (!URL.canParse(text)) return 'must be an address';
  const url = new URL(text);
  const isPermitted = url.protocol === 'https:' || (url.protocol === 'http:' && rules.allowsHttp);
  if (!isPermitted) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not have credentials';
  if (url.hash !== '') return 'must not have a fragment';
  const address = hostAddress(url);
  return address === undefined || mayConnectTo(address, rules)
    ? undefined
    : 'must be of a host on the public internet';
}

/** The host of a URL if it is an address; undefined for a name. */
export function hostAddress({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}
