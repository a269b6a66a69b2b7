import type { Permission } from '@ndx/contracts';
import type { Account } from './account-directory.js';
import { isWithin } from './address-list.js';
import { Refusal } from './refusal.js';
import type { ClientPurpose } from './accepted-clients.js';
import { clientClaimsOf, clientsOf, type Claims } from './token-claims.js';
import type { SignedClaims } from './token-strategy.js';

/** The terms of a client that its institution registered (decision 0124). */
export type ClientTerms = NonNullable<Account['client']>;

/** A request with a verified token. */
export interface ClientUse {
  readonly claims: Claims;
  /** The address of the client, without its proxies. */
  readonly address: string;
  /** Whether the sender proved that it holds the key of the token. */
  readonly isProven: boolean;
}

/**
 * @throws Refusal `client_account` when the token was not issued to the client of its account,
 *   `client_address` for a request from another address, `unbound` without a required proof
 */
export function requireClientTerms(terms: ClientTerms, { claims, address, isProven }: ClientUse) {
  const clients = clientsOf(claims);
  if (clients.length === 0 || clients.some((client) => client !== terms.client_id)) {
    throw new Refusal('client_account', { found: clients });
  }
  if (terms.addresses && !isWithin(address, terms.addresses)) {
    throw new Refusal('client_address', { found: address });
  }
  if (terms.token_binding === 'required' && !isProven) throw new Refusal('unbound');
}

/**
 * @throws Refusal `client_purpose` when the token was issued to a client that is not for this
 *   purpose: for the sign-in of people, or for programs that an institution registered
 */
export function requirePurpose(purpose: ClientPurpose, { claims, purposes }: SignedClaims) {
  if (purposes.includes(purpose)) return;
  const isNamed = clientsOf(claims).length > 0;
  const found = isNamed ? clientClaimsOf(claims) : { aud: claims['aud'] };
  throw new Refusal('client_purpose', { found });
}

/** The intersection of the registered permissions with those of the token, if it states any. */
export function permissionsWithin(
  terms: ClientTerms,
  ofToken: readonly Permission[] | undefined,
): readonly Permission[] {
  if (ofToken === undefined) return terms.permissions;
  return ofToken.filter((permission) => terms.permissions.some((own) => own === permission));
}
