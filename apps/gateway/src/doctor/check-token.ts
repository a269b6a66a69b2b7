import type { Finding } from '@ndx/service';
import { accountNameOf } from '../authentication/account-name.js';
import { confirmationOf } from '../authentication/confirmation.js';
import { permissionsOf } from '../authentication/permissions-of.js';
import { Refusal, type RefusalReason } from '../authentication/refusal.js';
import { claimOf, clientsOf, type Claims } from '../authentication/token-claims.js';
import { claimsIn, headerIn } from '../authentication/token-header.js';
import type { SignedClaims } from '../authentication/token-strategy.js';
import type { TokenVerifier } from '../authentication/token-verifier.js';
import type { GatewayConfig } from '../gateway.config.js';

type Result = Omit<Finding, 'subject'>;

/** Verifies a token as the gateway does, without the lookup of its account. */
export async function checkToken(
  config: GatewayConfig,
  verifier: TokenVerifier,
  token: string,
): Promise<Result> {
  try {
    return checkClaims(config, await verifier.verify(token));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state: 'failed', text: sentenceFor(error, config, token) };
  }
}

/** The claims that name the account and its permissions. */
function checkClaims(config: GatewayConfig, signed: SignedClaims): Result {
  const { CLAIM_ORGANIZATION: organization, CLAIM_PERMISSIONS, CLAIM_ROLE } = config;
  const { claims, purposes } = signed;
  const name = accountNameOf(signed, organization);
  const unproven = unprovenBinding(config, claims);
  if (unproven !== undefined) return { state: 'failed', text: unproven };
  const [listed, role] = [claimOf(claims, CLAIM_PERMISSIONS), claimOf(claims, CLAIM_ROLE)];
  if (purposes.length === 0) {
    return { state: 'failed', text: 'its clients have different purposes (TOKEN_CLIENTS)' };
  }
  if (listed === undefined && role === undefined && !purposes.includes('program')) {
    const text = `it has neither the claim ${CLAIM_PERMISSIONS} (CLAIM_PERMISSIONS) nor ${CLAIM_ROLE} (CLAIM_ROLE), and its client is for people (TOKEN_CLIENTS)`;
    return { state: 'failed', text };
  }
  if (listed === undefined && role === undefined) {
    const text = `it has neither the claim ${CLAIM_PERMISSIONS} (CLAIM_PERMISSIONS) nor ${CLAIM_ROLE} (CLAIM_ROLE): only ${registrationOf(name)} has permissions`;
    return { state: 'warning', text };
  }
  const permissions = permissionsOf(listed, role);
  if (permissions.length === 0) {
    const text = `it has no known permission in the claim ${CLAIM_PERMISSIONS} (CLAIM_PERMISSIONS), and no known role in ${CLAIM_ROLE} (CLAIM_ROLE)`;
    return { state: 'failed', text };
  }
  const proof = claims['cnf'] === undefined ? '' : ' together with the proof of its sender (cnf),';
  const account = 'client_id' in name ? `the client ${name.client_id}` : name.organization;
  const registered = purposes.includes('people') ? '' : `, if it is of ${registrationOf(name)}`;
  const text = `accepted${proof} for ${account}, ${name.subject} with ${permissions.join(', ')}${registered}`;
  return { state: 'ok', text };
}

/** Why no sender can prove that it holds the key of the token, if it is bound to one. */
function unprovenBinding(config: GatewayConfig, claims: Claims): string | undefined {
  const { jkt, x5t } = confirmationOf(claims) ?? {};
  if (jkt !== undefined && config.PUBLIC_ORIGINS === '') {
    return 'it needs a DPoP proof (cnf.jkt), and none is accepted, because PUBLIC_ORIGINS is empty';
  }
  if (x5t !== undefined && config.CLIENT_CERTIFICATE_HEADER === '') {
    return 'it needs a client certificate (cnf.x5t#S256), and none is read, because CLIENT_CERTIFICATE_HEADER is empty';
  }
  return undefined;
}

/** The registration that the token of a program needs. */
function registrationOf(name: ReturnType<typeof accountNameOf>): string {
  return 'client_id' in name
    ? `a client that one institution registered as ${name.client_id} with the subject ${name.subject}`
    : 'a client that its institution registered';
}

function sentenceFor(refusal: Refusal, config: GatewayConfig, token: string): string {
  const sentence = SENTENCES[refusal.reason];
  if (!sentence) return `it is rejected: ${refusal.reason}`;
  const { found } = refusal;
  return sentence({ config, found, header: headerIn(token) ?? {}, claims: claimsIn(token) ?? {} });
}

interface Rejected {
  readonly config: GatewayConfig;
  readonly found: string | undefined;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

const SENTENCES: Readonly<Partial<Record<RefusalReason, (rejected: Rejected) => string>>> = {
  malformed: () => 'it is not a JWT: a header and claims in base64url, and a signature',
  header: ({ header }) =>
    `its header needs a key id (kid), the type JWT or at+jwt and no critical extension: it is ${JSON.stringify(header)}`,
  algorithm: ({ header, config }) =>
    `it is signed with ${shown(header['alg'])}: TOKEN_ALGORITHMS allows ${config.TOKEN_ALGORITHMS}, and its key may be for another one`,
  unknown_key: ({ header }) => `its key ${shown(header['kid'])} is not in the key set`,
  signature: ({ header }) =>
    `its signature is not by the key ${shown(header['kid'])} of the key set`,
  expired: ({ claims }) => `it expired at ${timeOf(claims['exp'])}`,
  not_yet_valid: ({ claims }) =>
    `it is valid from ${timeOf(claims['nbf'] ?? claims['iat'])}, which is in the future of this machine`,
  lifetime: ({ config }) =>
    `it has no expiry, or is valid for more than ${config.TOKEN_MAX_LIFETIME_SECONDS} s (TOKEN_MAX_LIFETIME_SECONDS)`,
  issuer: ({ claims, config }) =>
    `its issuer is ${shown(claims['iss'])}, and TOKEN_ISSUER is ${shown(config.TOKEN_ISSUER)}`,
  audience: ({ claims, config }) =>
    `its audience is ${shown(claims['aud'])}, and CLIENT_ID is ${shown(config.CLIENT_ID)}`,
  client: ({ claims }) =>
    `it was issued to the client ${shown(clientsOf(claims)[0])}, which TOKEN_CLIENTS does not list`,
  confirmation: ({ claims }) =>
    `it is bound to a key by ${shown(claims['cnf'])} (cnf), and the gateway knows only thumbprints of SHA-256 as jkt and x5t#S256`,
  account_claims: ({ found }) => `it has ${String(found)}`,
  unavailable: () => 'the key set cannot be read',
};

function shown(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function timeOf(seconds: unknown): string {
  const time = new Date(Number(seconds) * 1_000);
  return Number.isNaN(time.getTime()) ? shown(seconds) : time.toISOString();
}
