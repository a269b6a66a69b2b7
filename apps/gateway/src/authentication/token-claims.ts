import { CLIENT_PURPOSES, type AcceptedClients, type ClientPurpose } from './accepted-clients.js';
import { Refusal } from './refusal.js';

/**
 * Tolerance for a provider's clock that is ahead of ours, in the times of issue and of the first use
 * (FAPI 2.0: at least 10, at most 60).
 */
export const CLOCK_SKEW_SECONDS = 60;

/** Half of a surrogate pair, and the null character: no text of a database can contain them. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** The expected values of a token's claims. */
export interface ClaimRules {
  /** The audience that each token must have. */
  readonly audience: string;
  /** The clients of the provider to which a token may have been issued. */
  readonly clients: AcceptedClients;
  /** Maximum time between issue and expiry. */
  readonly maxLifetimeSeconds: number;
}

/** The claims of a verified token. */
export interface Claims {
  readonly [name: string]: unknown;
  /** The expiry, in seconds since the epoch. */
  readonly exp: number;
}

/**
 * Checks standard claims that the verification of a signature does not (contract 5.3b).
 * @throws Refusal `lifetime` for a token without expiry (contract 5.6 requires short-lived tokens) or
 *   with a longer lifetime than allowed, `expired`, `not_yet_valid` for `iat` or `nbf` in the future,
 *   `client` for a client that is not accepted, or several audiences and no client (RFC 8725, 3.9)
 */
export function parseClaims(payload: unknown, rules: ClaimRules): Claims {
  if (!isRecord(payload)) throw new Refusal('malformed');
  const { exp, iat, nbf, aud } = payload;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new Refusal('lifetime');
  if (exp <= Date.now() / 1_000) throw new Refusal('expired');
  if (![iat, nbf].every((time) => time === undefined || isPast(time))) {
    throw new Refusal('not_yet_valid');
  }
  const issuedAt = typeof iat === 'number' ? iat : Date.now() / 1_000;
  if (exp - issuedAt > rules.maxLifetimeSeconds) throw new Refusal('lifetime');
  const clients = clientsOf(payload);
  const isUnnamed = Array.isArray(aud) && aud.length > 1 && clients.length === 0;
  if (isUnnamed || !clients.every((client) => rules.clients.has(client))) {
    throw new Refusal('client', { found: clientClaimsOf(payload) });
  }
  return { ...payload, exp };
}

/**
 * The claims that name a client to which a token was issued: OpenID Connect Core 2, RFC 9068, 2.2, and
 * the names that Okta and Entra ID (version 1) have for it.
 */
export function clientClaimsOf({ azp, client_id, cid, appid }: Readonly<Record<string, unknown>>) {
  return { azp, client_id, cid, appid };
}

export function clientsOf(claims: Readonly<Record<string, unknown>>): unknown[] {
  return Object.values(clientClaimsOf(claims)).filter((client) => client !== undefined);
}

/** The purposes that all clients of a token have; a token that names none is of its audience. */
export function purposesOf(claims: Claims, { audience, clients }: ClaimRules): ClientPurpose[] {
  const named = clientsOf(claims);
  return CLIENT_PURPOSES.filter((purpose) =>
    (named.length === 0 ? [audience] : named).every((client) =>
      clients.get(client)?.includes(purpose),
    ),
  );
}

/**
 * The value of a claim, by its name or, within claims of claims, by a JSON Pointer (RFC 6901) such as
 * `/realm_access/roles`.
 */
export function claimOf(claims: Claims, name: string): unknown {
  if (!name.startsWith('/')) return claims[name];
  return pathOf(name).reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    claims,
  );
}

/** Whether a token lacks a claim: it has no other value in its place, or in that of claims around it. */
export function isAbsent(claims: Claims, name: string): boolean {
  let around: unknown = claims;
  for (const key of name.startsWith('/') ? pathOf(name) : [name]) {
    if (!isRecord(around)) return false;
    if (!Object.hasOwn(around, key)) return true;
    around = around[key];
  }
  return false;
}

function pathOf(pointer: string): readonly string[] {
  const members = pointer.slice(1).split('/');
  return members.map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The text of a claim, or undefined when it is absent, empty or not a text, or when a database
 * could not store it.
 */
export function textOf(claims: Claims, name: string): string | undefined {
  const value = claimOf(claims, name);
  if (typeof value !== 'string' || value === '') return undefined;
  return UNSTORABLE.test(value) ? undefined : value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPast(seconds: unknown): boolean {
  return typeof seconds === 'number' && seconds <= Date.now() / 1_000 + CLOCK_SKEW_SECONDS;
}
