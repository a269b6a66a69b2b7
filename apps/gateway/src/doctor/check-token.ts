import type { Finding } from '@ndx/service';
import type { ClientPurpose } from '../authentication/accepted-clients.js';
import { permissionsOf } from '../authentication/permissions-of.js';
import { Refusal, type RefusalReason } from '../authentication/refusal.js';
import { claimOf, textOf, type Claims } from '../authentication/token-claims.js';
import { claimsIn, headerIn } from '../authentication/token-header.js';
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
    const { claims, purposes } = await verifier.verify(token);
    return checkClaims(config, claims, purposes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state: 'failed', text: sentenceFor(error, config, token) };
  }
}

/** The claims that name the account and its permissions. */
function checkClaims(
  config: GatewayConfig,
  claims: Claims,
  purposes: readonly ClientPurpose[],
): Result {
  const { CLAIM_ORGANIZATION: organization, CLAIM_PERMISSIONS, CLAIM_ROLE } = config;
  for (const [claim, variable] of [
    ['sub', 'the subject'],
    [organization, 'CLAIM_ORGANIZATION'],
  ] as const) {
    if (textOf(claims, claim) !== undefined) continue;
    return { state: 'failed', text: `it has no text in the claim ${claim} (${variable})` };
  }
  const [listed, role] = [claimOf(claims, CLAIM_PERMISSIONS), claimOf(claims, CLAIM_ROLE)];
  if (purposes.length === 0) {
    return { state: 'failed', text: 'its clients have different purposes (TOKEN_CLIENTS)' };
  }
  if (listed === undefined && role === undefined && !purposes.includes('program')) {
    const text = `it has neither the claim ${CLAIM_PERMISSIONS} (CLAIM_PERMISSIONS) nor ${CLAIM_ROLE} (CLAIM_ROLE), and its client is for people (TOKEN_CLIENTS)`;
    return { state: 'failed', text };
  }
  if (listed === undefined && role === undefined) {
    const text = `it has neither the claim ${CLAIM_PERMISSIONS} (CLAIM_PERMISSIONS) nor ${CLAIM_ROLE} (CLAIM_ROLE): only a client that its institution registered has permissions`;
    return { state: 'warning', text };
  }
  const permissions = permissionsOf(listed, role);
  if (permissions.length === 0) {
    const text = `it has no known permission in the claim ${CLAIM_PERMISSIONS} (CLAIM_PERMISSIONS), and no known role in ${CLAIM_ROLE} (CLAIM_ROLE)`;
    return { state: 'failed', text };
  }
  const account = `${String(textOf(claims, organization))}, ${String(textOf(claims, 'sub'))}`;
  const proof = claims['cnf'] === undefined ? '' : ' together with the proof of its sender (cnf),';
  const registered = purposes.includes('people')
    ? ''
    : ', if its institution registered the client';
  const text = `accepted${proof} for ${account} with ${permissions.join(', ')}${registered}`;
  return { state: 'ok', text };
}

function sentenceFor(refusal: Refusal, config: GatewayConfig, token: string): string {
  const sentence = SENTENCES[refusal.reason];
  if (!sentence) return `it is rejected: ${refusal.reason}`;
  return sentence({ config, header: headerIn(token) ?? {}, claims: claimsIn(token) ?? {} });
}

interface Rejected {
  readonly config: GatewayConfig;
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
    `it was issued to the client ${shown(claims['azp'] ?? claims['client_id'])}, which TOKEN_CLIENTS does not list`,
  unavailable: () => 'the key set cannot be read',
};

function shown(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function timeOf(seconds: unknown): string {
  const time = new Date(Number(seconds) * 1_000);
  return Number.isNaN(time.getTime()) ? shown(seconds) : time.toISOString();
}
