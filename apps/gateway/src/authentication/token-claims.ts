import { Refusal } from './refusal.js';

/** What a verified token says. */
export interface Claims {
  readonly [name: string]: unknown;
  /** When it expires, in seconds since the epoch. */
  readonly exp: number;
}

/** @throws Refusal `invalid` when the token never expires: every token is short-lived (contract 5.6) */
export function parseClaims(payload: unknown): Claims {
  if (typeof payload === 'object' && payload !== null && 'exp' in payload) {
    if (typeof payload.exp === 'number') return { ...payload, exp: payload.exp };
  }
  throw new Refusal('invalid');
}

/** The text of a claim, or undefined when it is absent, empty or no text. */
export function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
