import { Refusal } from './refusal.js';
import { isRecord } from './token-claims.js';

/** The signature algorithms that an operator can allow; by default the contract's RS256 (5.2). */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** What a token says of its signature. */
export interface SignatureHeader {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
}

/** In characters: unknown key ids are remembered, and anyone can invent them. */
export const LONGEST_KEY_ID = 300;

/** Types of access tokens; tokens of another type have another use (RFC 8725, 3.11). */
const ACCESS_TOKEN_TYPES: readonly unknown[] = ['jwt', 'at+jwt', 'application/at+jwt'];

/**
 * The key id and the algorithm in the header of a token. Key references in a token (`jku`, `x5u`,
 * `jwk`) are ignored.
 * @throws Refusal `malformed` when the header or the payload is not an object, `algorithm` when the
 *   algorithm is another one, `header` when there is no key id or it is too long, the type is another
 *   one, or there are critical extensions, none of which are supported (RFC 7515, 4.1.11)
 */
export function signatureHeaderOf(token: string): SignatureHeader {
  const header = headerIn(token);
  // The verification library assumes that the payload is an object.
  if (header === undefined || claimsIn(token) === undefined) throw new Refusal('malformed');
  const { alg: named, kid, typ, crit } = header;
  const alg = SIGNING_ALGORITHMS.find((one) => one === named);
  if (alg === undefined) throw new Refusal('algorithm');
  if (crit !== undefined || (typ !== undefined && !isAccessTokenType(typ))) {
    throw new Refusal('header');
  }
  if (typeof kid !== 'string' || kid.length > LONGEST_KEY_ID) throw new Refusal('header');
  return { kid, alg };
}

/** The header of a token, unverified; undefined when it is not an object. */
export function headerIn(token: string): Readonly<Record<string, unknown>> | undefined {
  return objectIn(token.slice(0, token.indexOf('.')));
}

/** The claims of a token, unverified; undefined when the payload is not an object. */
export function claimsIn(token: string): Readonly<Record<string, unknown>> | undefined {
  return objectIn(token.split('.', 2)[1] ?? '');
}

function isAccessTokenType(type: unknown): boolean {
  return typeof type === 'string' && ACCESS_TOKEN_TYPES.includes(type.toLowerCase());
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
