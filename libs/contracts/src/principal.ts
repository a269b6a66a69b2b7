import { quoted } from './quoted.js';
import { denied } from './domain-error.js';
import type { MembershipRole, Permission } from './permissions.js';

/** The caller: resolved by the gateway from the token, signed, and passed on (design 3). */
export interface Principal {
  /** The user's account. */
  readonly account_id: string;
  /** The institution of the account. */
  readonly entity_id: string;
  readonly permissions: readonly Permission[];
  readonly memberships: readonly Membership[];
  /** How far the institution moved its clock forward; only in a sandbox (decision 0085). */
  readonly clock_offset_seconds?: number;
}

export interface Membership {
  readonly network_id: string;
  readonly roles: readonly MembershipRole[];
  /** ISO 3166-1 alpha-2 code of the network's country. */
  readonly country: string;
}

/** The roles of a caller. */
interface Roles {
  readonly memberships: readonly Pick<Membership, 'network_id' | 'roles'>[];
}

/** The country of networks that were founded without one. */
export const DEFAULT_COUNTRY = 'US';

/**
 * The countries of networks of the caller, without duplicates: a bare jurisdiction belongs to one
 * of them.
 */
export function countriesOf(principal: Principal, networkIds: readonly string[]): string[] {
  const listed = principal.memberships.filter((m) => networkIds.includes(m.network_id));
  return [...new Set(listed.map(({ country }) => country))];
}

/** The networks in which the caller has a role, in the order in which it joined them. */
export function networksWithRole(principal: Principal, role: MembershipRole): string[] {
  return principal.memberships.filter((m) => m.roles.includes(role)).map((m) => m.network_id);
}

export function isMember(principal: Principal, networkId: string): boolean {
  return principal.memberships.some((m) => m.network_id === networkId);
}

export function hasRole(principal: Roles, networkId: string, role: MembershipRole): boolean {
  return principal.memberships.some((m) => m.network_id === networkId && m.roles.includes(role));
}

/** Throws `PERMISSION_DENIED` unless the caller belongs to the network (contract 5). */
export function requireMember(principal: Principal, networkId: string): void {
  if (!isMember(principal, networkId))
    throw denied('not_a_member', `not a member of network ${quoted(networkId)}`);
}

/** Throws `PERMISSION_DENIED` unless the caller has the role in the network (contract 5). */
export function requireRole(principal: Roles, networkId: string, role: MembershipRole): void {
  if (!hasRole(principal, networkId, role)) {
    throw denied(
      'role_missing',
      `the institution is not a ${role} in network ${quoted(networkId)}`,
    );
  }
}
