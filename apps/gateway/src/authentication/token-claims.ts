import { Refusal } from './refusal.js';

/** By how much the provider's clock may be ahead of ours where it says when it issued a token. */
const CLOCK_SKEW_SECONDS = 60;

/** Half a surrogate pair, and the character that no text of a database has. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** What the claims of a token are held against. */
export interface ClaimRules {
  /** The client that a token must be for, and for none beside it. */
  readonly audience: string;
  /** Longest time between issue and expiry. */
  readonly maxLifetimeSeconds: number;
}

/** What a verified token says. */
export interface Claims {
  readonly [name: string]: unknown;
  /** When it expires, in seconds since the epoch. */
  readonly exp: number;
}

/**
 * What the verification of a signature leaves unchecked of the standard claims (contract 5.3b).
 * @throws Refusal `invalid` when the token never expires, since every token is short-lived (contract
 * 5.6), lives longer than allowed, says that it was issued in the future or at no time at all, or is
 * for several audiences or another party, too (RFC 8725, 3.9)
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
 * The text of a claim, or undefined when it is absent, empty or no text; what no database can hold
 * names nobody.
 */
export function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  if (typeof value !== 'string' || value === '') return undefined;
  return UNSTORABLE.test(value) ? undefined : value;
}

function isPast(seconds: unknown): boolean {
  return typeof seconds === 'number' && seconds <= Date.now() / 1_000 + CLOCK_SKEW_SECONDS;
}
