/** The schemes of an access token: RFC 6750 and RFC 9449. */
export type TokenScheme = 'Bearer' | 'DPoP';

/** The access token of a request, as it was sent. */
export interface Credential {
  readonly scheme: TokenScheme;
  readonly token: string;
}

const HEADER = /^(Bearer|DPoP) ([^\s,]+)$/;

/**
 * The credential, when the header is exactly a scheme, one space and a token (contract 5.7). Two such
 * headers are rejected: a proxy may have read the other one.
 *
 * @param rawHeaders names and values in turn, as received
 */
export function credentialOf(rawHeaders: readonly string[]): Credential | undefined {
  const [, scheme, token] = HEADER.exec(onlyHeader(rawHeaders, 'authorization') ?? '') ?? [];
  if (token === undefined) return undefined;
  return { scheme: scheme === 'DPoP' ? 'DPoP' : 'Bearer', token };
}

/**
 * The value of the only header with this name; undefined without one, and for several.
 *
 * @param rawHeaders names and values in turn, as received
 * @param name in lower case
 */
export function onlyHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (!isNamed(rawHeaders[at], name)) continue;
    if (value !== undefined) return undefined;
    value = rawHeaders[at + 1];
  }
  return value;
}

function isNamed(header = '', name: string): boolean {
  return header.length === name.length && header.toLowerCase() === name;
}
