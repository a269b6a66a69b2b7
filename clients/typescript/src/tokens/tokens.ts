import { askProvider, type ProviderOptions } from './provider-requests.js';
import type { TokenSource } from './token-source.js';

/** The answer of a token endpoint (RFC 6749, 5.1). */
export interface IssuedToken {
  /** The token. */
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

/** How `tokenFrom` asks the endpoint. */
export interface TokenEndpointOptions extends ProviderOptions {
  /** Stores a refresh token that replaced the one of the form, which is not valid any more. */
  readonly onRotated?: (refreshToken: string) => void | Promise<void>;
}

/**
 * Requests tokens from an OAuth 2 token endpoint. A refresh token that comes with a token replaces the
 * one of the form.
 * @param url the address of the endpoint
 * @param form the grant, for example `{ grant_type: 'refresh_token', refresh_token, client_id }`
 * @param options how it is asked, and the place of a rotated refresh token
 * @throws Error when the endpoint refuses, NdxConnectionError when it does not respond, the reason of
 *   the signal when it is aborted
 */
export function tokenFrom(
  url: string,
  form: Readonly<Record<string, string>>,
  options: TokenEndpointOptions = {},
): TokenSource {
  let current = form;
  return refreshingToken(async () => {
    const request = new Request(url, { method: 'POST', body: new URLSearchParams(current) });
    const issued = await askProvider<IssuedToken & { readonly refresh_token?: string }>(
      request,
      options,
    );
    const { refresh_token: rotated } = issued;
    if (rotated !== undefined && rotated !== current['refresh_token']) {
      current = { ...current, refresh_token: rotated };
      await options.onRotated?.(rotated);
    }
    return issued;
  });
}
