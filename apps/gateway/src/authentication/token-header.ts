/** The one algorithm that a token may be signed with (contract 5.2). */
export const SIGNING_ALGORITHM = 'RS256';

/** The `kid` in the header of a token, or undefined when it names none or another algorithm. */
export function keyNameOf(token: string): string | undefined {
  const header = decoded(token.slice(0, token.indexOf('.')));
  if (typeof header !== 'object' || header === null) return undefined;
  if (!('alg' in header) || header.alg !== SIGNING_ALGORITHM) return undefined;
  return 'kid' in header && typeof header.kid === 'string' ? header.kid : undefined;
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
