import type { TokenSource } from './token-source.js';

/** The answer of a token endpoint (RFC 6749, 5.1). */
export interface IssuedToken {
  readonly access_token: string;
  /** Lifetime in seconds; without it the token is used until the network rejects it. */
  readonly expires_in?: number;
}

/** Seconds before its expiry at which a token is replaced. */
const EARLY_SECONDS = 30;

/** Always returns the same token. */
export function staticToken(token: string): TokenSource {
  return () => Promise.resolve(token);
}

/**
 * Requests a token when there is none, shortly before it expires and after a 401. Concurrent requests
 * share one call of `issue`.
 */
export function refreshingToken(issue: () => Promise<IssuedToken>): TokenSource {
  let current: { readonly token: string; readonly replaceAt: number } | undefined;
  let pending: Promise<string> | undefined;

  const replace = async (): Promise<string> => {
    const startedAt = performance.now();
    const { access_token: token, expires_in: seconds = Infinity } = await issue();
    current = { token, replaceAt: startedAt + Math.max(0, seconds - EARLY_SECONDS) * 1_000 };
    return token;
  };

  return async (rejected) => {
    const isUsable = current && current.token !== rejected && performance.now() < current.replaceAt;
    if (isUsable && current) return current.token;
    pending ??= replace().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/**
 * Requests tokens from an OAuth 2 token endpoint.
 * @param form the grant, for example `{ grant_type: 'refresh_token', refresh_token, client_id }`
 * @throws Error when the endpoint refuses
 */
export function tokenFrom(url: string, form: Readonly<Record<string, string>>): TokenSource {
  return refreshingToken(async () => {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    if (!response.ok) {
      throw new Error(
        `token endpoint ${url} returned ${response.status}: ${await response.text()}`,
      );
    }
    return (await response.json()) as IssuedToken;
  });
}
