import { Refusal } from './refusal.js';

/** Tolerance for a provider's clock that is ahead of ours, when checking the issue time. */
const CLOCK_SKEW_SECONDS = 60;

/** Half of a surrogate pair, and the null character: no text of a database can contain them. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** The expected values of a token's claims. */
export interface ClaimRules {
  /** The only allowed audience of a token. */
  readonly audience: string;
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
 * @throws Refusal `invalid` for a token without expiry (contract 5.6 requires short-lived tokens),
 *   with a longer lifetime than allowed, without an issue time or with one in the future, or with
 *   several audiences or another authorized party (RFC 8725, 3.9)
 */
export function parseClaims(payload: unknown, rules: ClaimRules): Claims {
  if (typeof payload !== 'object' || payload === null) throw new Refusal('invalid');
  const { exp, iat, aud, azp } = payload as Readonly<Record<string, unknown>>;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new Refusal('invalid');
  if (iat !== undefined && !isPast(iat)) throw new Refusal('invalid');
  const issuedAt = typeof iat === 'number' ? iat : Date.now() / 1_000;
  if (exp - issuedAt > rules.maxLifetimeSeconds) throw new Refusal('invalid');
  if (Array.isArray(aud) && aud.length !== 1) throw new Refusal('invalid');
  if (azp !== undefined && azp !== rules.audience) throw new Refusal('invalid');
  return { ...payload, exp };
}

/**
 * The text of a claim, or undefined when it is absent, empty or not a text, or when a database
 * could not store it.
 */
export function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  if (typeof value !== 'string' || value === '') return undefined;
  return UNSTORABLE.test(value) ? undefined : value;
}

function isPast(seconds: unknown): boolean {
  return typeof seconds === 'number' && seconds <= Date.now() / 1_000 + CLOCK_SKEW_SECONDS;
}
