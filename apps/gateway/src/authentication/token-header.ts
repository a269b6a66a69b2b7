/** The signature algorithms that an operator can allow; by default the contract's RS256 (5.2). */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;

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
 * The key id and the algorithm in the header of a token, or undefined when there is no key id or it
 * is too long, the algorithm or type is another one, or the header has critical extensions, none of
 * which are supported (RFC 7515, 4.1.11). Key references in a token (`jku`, `x5u`, `jwk`) are ignored.
 */
export function signatureHeaderOf(token: string): SignatureHeader | undefined {
  const header = decoded(token.slice(0, token.indexOf('.')));
  if (typeof header !== 'object' || header === null) return undefined;
  const { alg: named, kid, typ, crit } = header as Readonly<Record<string, unknown>>;
  const alg = SIGNING_ALGORITHMS.find((one) => one === named);
  if (alg === undefined || crit !== undefined) return undefined;
  if (typ !== undefined && !isAccessTokenType(typ)) return undefined;
  if (typeof kid !== 'string' || kid.length > LONGEST_KEY_ID) return undefined;
  return { kid, alg };
}

function isAccessTokenType(type: unknown): boolean {
  return typeof type === 'string' && ACCESS_TOKEN_TYPES.includes(type.toLowerCase());
}

/** Whether the payload is an object; the verification library assumes so. */
export function hasClaims(token: string): boolean {
  const payload = decoded(token.split('.', 2)[1] ?? '');
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload);
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
