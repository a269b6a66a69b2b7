import { Refusal } from './refusal.js';

/** By how much the provider's clock may be ahead of ours where it says when it issued a token. */
const CLOCK_SKEW_SECONDS = 60;

/** Half a surrogate pair, and the character that no text of a database has. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** What a verified token says. */
export interface Claims {
  readonly [name: string]: unknown;
  /** When it expires, in seconds since the epoch. */
  readonly exp: number;
}

/**
 * What the verification of a signature leaves unchecked of the standard claims (contract 5.3b).
 * @throws Refusal `invalid` when the token never expires, since every token is short-lived (contract
 * 5.6), or says that it was issued in the future or at no time at all
 */
export function parseClaims(payload: unknown): Claims {
  if (typeof payload !== 'object' || payload === null) throw new Refusal('invalid');
  const { exp, iat } = payload as { readonly exp?: unknown; readonly iat?: unknown };
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new Refusal('invalid');
  if (iat !== undefined && !isPast(iat)) throw new Refusal('invalid');
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
