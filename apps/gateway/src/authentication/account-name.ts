import type { SignedUser } from '@ndx/service';
import { Refusal } from './refusal.js';
import { clientsOf, isAbsent, textOf, type Claims } from './token-claims.js';
import type { SignedClaims } from './token-strategy.js';

/** A client of the provider that acts for the institution that registered it (decision 0143). */
export interface SignedClient {
  readonly subject: string;
  readonly client_id: string;
}

/** @throws Refusal `account_claims` for a token that names no user or no organization */
export function userOf(claims: Claims, organizationClaim: string): SignedUser {
  const organization = textOf(claims, organizationClaim);
  if (organization === undefined) {
    throw unnamed(`no text in the claim ${organizationClaim} (CLAIM_ORGANIZATION)`);
  }
  return { subject: subjectOf(claims), organization };
}

/**
 * The claims that name the account of a token: its user and organization, or, when the token has no
 * claim of an organization, its user and client.
 * @throws Refusal `account_claims`, also for a token without an organization that a person may have:
 *   of a client with which people may sign in, or with claims of a sign-in
 */
export function accountNameOf(
  { claims, purposes }: SignedClaims,
  organizationClaim: string,
): SignedUser | SignedClient {
  if (!isAbsent(claims, organizationClaim)) return userOf(claims, organizationClaim);
  const absent = `no claim ${organizationClaim} (CLAIM_ORGANIZATION)`;
  const [client, ...others] = new Set(clientsOf(claims));
  if (typeof client !== 'string' || others.length > 0 || purposes.includes('people')) {
    throw unnamed(`${absent}, and no client that is for programs alone (TOKEN_CLIENTS)`);
  }
  const ofPerson = personalClaimOf(claims);
  if (ofPerson !== undefined) throw unnamed(`${absent}, and the claim ${ofPerson} of a person`);
  return { subject: subjectOf(claims), client_id: client };
}

function subjectOf(claims: Claims): string {
  const subject = textOf(claims, 'sub');
  if (subject === undefined) throw unnamed('no text in the claim sub');
  return subject;
}

/** A claim of a person who signed in (RFC 9068, 2.2.1; OpenID Connect; Entra ID), if there is one. */
function personalClaimOf(claims: Claims): string | undefined {
  const { idtyp } = claims;
  if (idtyp !== undefined && idtyp !== 'app') return 'idtyp';
  return ['auth_time', 'sid', 'nonce'].find((name) => claims[name] !== undefined);
}

const unnamed = (found: string) => new Refusal('account_claims', { found });
