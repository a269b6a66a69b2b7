const HEADER = /^Bearer ([^\s,]+)$/;
const AUTHORIZATION = 'authorization';

/**
 * The token, when the header is exactly `Bearer`, one space and a token (contract 5.7). Two such
 * headers are rejected: a proxy may have read the other one.
 *
 * @param rawHeaders names and values in turn, as received
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  let token: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (!isAuthorization(rawHeaders[at])) continue;
    if (token !== undefined) return undefined;
    token = HEADER.exec(rawHeaders[at + 1] ?? '')?.[1];
    if (token === undefined) return undefined;
  }
  return token;
}

function isAuthorization(name = ''): boolean {
  return name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;
}
