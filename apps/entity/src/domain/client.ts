import { isIP } from 'node:net';
import {
  denied,
  invalid,
  quoted,
  type ClientChanged,
  type ClientPermission,
  type PayloadOf,
  type Principal,
  type TokenBinding,
} from '@ndx/contracts';

/** What an account of a program may do, as its institution registered it (decision 0124). */
export interface ClientTerms {
  /** The client in its tokens. */
  readonly clientId: string;
  readonly name: string;
  readonly permissions: readonly ClientPermission[];
  readonly networkIds: readonly string[];
  /** IP addresses and networks; null: every address. */
  readonly addresses: readonly string[] | null;
  readonly tokenBinding: TokenBinding;
}

export interface Client extends ClientTerms {
  readonly accountId: string;
  readonly entityId: string;
  /** The account that registered it. */
  readonly registeredBy: string;
  readonly registeredAt: Date;
  readonly removedAt: Date | null;
}

/**
 * @param ownNetworkIds the networks of the institution
 * @throws VALIDATION_ERROR for an address that is none; PERMISSION_DENIED when the caller lacks a
 *   permission, or the institution is not a member of a network
 */
export function requireGrantable(
  { permissions, networkIds, addresses }: ClientTerms,
  principal: Principal,
  ownNetworkIds: readonly string[],
): void {
  const wrong = addresses?.find((address) => !isAddressRange(address));
  if (wrong !== undefined) {
    const rule = 'is no IP address and no IP network such as 192.0.2.0/24';
    throw invalid('invalid_value', `addresses: ${quoted(wrong)} ${rule}`);
  }
  const lacked = permissions.find((permission) => !principal.permissions.includes(permission));
  if (lacked !== undefined) {
    throw denied('permission_missing', `the account lacks the permission ${lacked}`);
  }
  const foreign = networkIds.find((id) => !ownNetworkIds.includes(id));
  if (foreign !== undefined) {
    throw denied('not_a_member', `not a member of network ${quoted(foreign)}`);
  }
}

/** The public state of a client. */
export function stateOfClient(client: Client): PayloadOf<typeof ClientChanged> {
  return {
    account_id: client.accountId,
    entity_id: client.entityId,
    client_id: client.clientId,
    name: client.name,
    permissions: [...client.permissions],
    network_ids: [...client.networkIds],
    addresses: client.addresses && [...client.addresses],
    token_binding: client.tokenBinding,
    status: client.removedAt ? 'removed' : 'registered',
  };
}

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** IPv4 addresses in IPv6 and zones are no ranges: requests are compared without them. */
function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = BITS[isIP(address)];
  if (bits === undefined || rest.length > 0 || /%|::ffff:/i.test(address)) return false;
  return length === undefined || (/^(0|[1-9]\d{0,2})$/.test(length) && Number(length) <= bits);
}
