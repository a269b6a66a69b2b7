/** The only accepted signature algorithm (contract 5.2). */
export const SIGNING_ALGORITHM = 'RS256';

/** In characters: unknown key ids are remembered, and anyone can invent them. */
export const LONGEST_KEY_ID = 300;

/** Types of access tokens; tokens of another type have another use (RFC 8725, 3.11). */
const ACCESS_TOKEN_TYPES: readonly unknown[] = ['jwt', 'at+jwt', 'application/at+jwt'];

/**
 * The `kid` in the header of a token, or undefined when there is none or it is too long, the
 * algorithm or type is another one, or the header has critical extensions, none of which are
 * supported (RFC 7515, 4.1.11). Key references in a token (`jku`, `x5u`, `jwk`) are ignored.
 */
export function keyNameOf(token: string): string | undefined {
  const header = decoded(token.slice(0, token.indexOf('.')));
  if (typeof header !== 'object' || header === null) return undefined;
  if (!('alg' in header) || header.alg !== SIGNING_ALGORITHM || 'crit' in header) return undefined;
  if ('typ' in header && !isAccessTokenType(header.typ)) return undefined;
  if (!('kid' in header) || typeof header.kid !== 'string') return undefined;
  return header.kid.length <= LONGEST_KEY_ID ? header.kid : undefined;
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
