const HEADER = /^Bearer ([^\s,]+)$/;

/** The token, when the header is exactly `Bearer`, one space and a token (contract 5.7). */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : HEADER.exec(header)?.[1];
}
