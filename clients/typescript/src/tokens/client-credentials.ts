import { sendOnce } from '../http/send-once.js';
import { dpopProofs, type DpopProof } from './dpop.js';
import { askProvider, type ProviderOptions } from './provider-requests.js';
import { createSigningKey, signJwt, type SigningKey } from './signing-key.js';
import type { TokenSource } from './token-source.js';
import { refreshingToken, type IssuedToken } from './tokens.js';

/** Lifetime of an assertion (RFC 7523, 3): it is used at once. */
const ASSERTION_SECONDS = 60;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The client and its identity provider. */
export interface ClientCredentialsOptions extends ProviderOptions {
  /** The identity provider, exactly as its discovery document names it. */
  readonly issuer: string;
  /** The `client_id` at the provider. */
  readonly clientId: string;
  /** The key that is registered at the provider (`private_key_jwt`). */
  readonly key: SigningKey;
  /** Further members of the token request, such as `scope` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Options of `createNdxClient`. */
export interface ClientCredentials {
  /** Requests a token when there is none, before it expires and after a 401. */
  readonly token: TokenSource;
  /** Proves possession of the key that the tokens are bound to. */
  readonly dpop: DpopProof;
}

/**
 * The tokens of a client itself (RFC 6749, 4.4), without a secret: it authenticates with a signed JWT
 * (RFC 7523), and each token is bound to a new key of this process (RFC 9449).
 * @throws Error when the provider has no such metadata; by `token`, when it refuses, or issues a token
 *   that is not bound to the key; by both, the reason of the signal when it is aborted
 */
export async function clientCredentials(
  options: ClientCredentialsOptions,
): Promise<ClientCredentials> {
  const tokenUrl = await tokenEndpointOf(options);
  const dpop = dpopProofs(await createSigningKey());
  let nonce: string | undefined;
  const ask = async (): Promise<Response> => {
    const body = new URLSearchParams(await formOf(options));
    const proof = await dpop({ method: 'POST', url: tokenUrl, nonce });
    const request = new Request(tokenUrl, { method: 'POST', body, headers: { dpop: proof } });
    const response = await sendOnce(request, options, options.signal);
    nonce = response.headers.get('dpop-nonce') ?? nonce;
    return response;
  };
  const askWithNonce = async (): Promise<Response> => {
    const before = nonce;
    const response = await ask();
    // The first answer of a provider that demands nonces has one (RFC 9449, 8).
    return response.status === 400 && nonce !== before ? ask() : response;
  };
  const token = refreshingToken(async () => {
    const request = new Request(tokenUrl, { method: 'POST' });
    const issued = await askProvider<BoundToken>(request, options, askWithNonce);
    if (String(issued.token_type).toLowerCase() === 'dpop') return issued;
    throw new Error(
      `${tokenUrl} issued a token that is not bound to the key; allow DPoP for the client`,
    );
  });
  return { token, dpop };
}

interface BoundToken extends IssuedToken {
  readonly token_type?: unknown;
}

/** The members of a token request, with a new assertion (RFC 7523, 2.2). */
async function formOf({ issuer, clientId, key, parameters }: ClientCredentialsOptions) {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    ...{ iss: clientId, sub: clientId, aud: issuer, jti: crypto.randomUUID() },
    ...{ iat: now, exp: now + ASSERTION_SECONDS },
  };
  const header = { typ: 'JWT', ...(key.keyId !== undefined && { kid: key.keyId }) };
  return {
    ...parameters,
    grant_type: 'client_credentials',
    client_id: clientId,
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: await signJwt(key, header, claims),
  };
}

/** Reads it from the discovery document (OpenID Connect Discovery 1.0, 4). */
async function tokenEndpointOf(options: ClientCredentialsOptions): Promise<string> {
  const { issuer } = options;
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  requireTls(url);
  const { issuer: named, token_endpoint: endpoint } = await askProvider<
    Readonly<Record<string, unknown>>
  >(new Request(url), options);
  if (named !== issuer) throw new Error(`${url} names another issuer: ${String(named)}`);
  if (typeof endpoint !== 'string') throw new Error(`${url} has no token_endpoint`);
  requireTls(endpoint);
  return endpoint;
}

/** An assertion and a token never travel in clear text, except on this machine. */
function requireTls(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !LOOPBACK.includes(hostname)) {
    throw new Error(`${url} is not an https:// address`);
  }
}
