import { hashOf, signJwt, type SigningKey } from './signing-key.js';

/** A request that a proof is for. */
export interface ProvenRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The whole address; the proof names it without its query. */
  readonly url: string;
  /** The access token of the request; none for a token request. */
  readonly token?: string;
  /** The value that a server demanded with `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
}

/**
 * Makes a DPoP proof (RFC 9449, 4.2): a new one for each attempt.
 * @param request the attempt
 */
export type DpopProof = (request: ProvenRequest) => Promise<string>;

/** Proofs of the holder of a key. */
export function dpopProofs(key: SigningKey): DpopProof {
  return async ({ method, url, token, nonce }) => {
    const { origin, pathname } = new URL(url);
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: origin + pathname,
      iat: Math.floor(Date.now() / 1_000),
      ...(token !== undefined && { ath: await hashOf(token) }),
      ...(nonce !== undefined && { nonce }),
    };
    return signJwt(key, { typ: 'dpop+jwt', jwk: key.publicJwk }, claims);
  };
}
