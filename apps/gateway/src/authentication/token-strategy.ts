import { Strategy, type VerifiedCallback } from 'passport-jwt';
import type { KeySet } from './key-set.js';
import { Refusal } from './refusal.js';
import { parseClaims, type ClaimRules, type Claims } from './token-claims.js';
import { hasClaims, signatureHeaderOf, SIGNING_ALGORITHMS } from './token-header.js';

/** The required issuer and audience of a token. */
export interface ExpectedToken extends ClaimRules {
  readonly issuer: string;
}

export interface PublishedKey {
  readonly kid: string;
  /** PEM. */
  readonly key: string;
}

/** The request for passport's strategy: a token, and the key once it is found. */
export interface TokenRequest {
  readonly token: string;
  signedBy?: PublishedKey;
}

/** The user that the strategy returns. */
export interface SignedClaims {
  readonly claims: Claims;
  readonly signedBy: PublishedKey;
}

/**
 * Verifies a token in the contract's order: key and signature, then the standard claims (contract
 * 5.3). Fails with a Refusal when the key is not published or cannot be read.
 */
export function createTokenStrategy(keys: KeySet, expected: ExpectedToken): Strategy {
  const { issuer, audience } = expected;
  return new Strategy(
    {
      jwtFromRequest: ({ token }: TokenRequest) => token,
      secretOrKeyProvider: (request: TokenRequest, token: string, done) => {
        publishedKeyOf(token, keys).then((signedBy) => {
          request.signedBy = signedBy;
          done(null, signedBy.key);
        }, done);
      },
      // The key of the token has allowed ones alone.
      algorithms: [...SIGNING_ALGORITHMS],
      passReqToCallback: true,
      ...{ issuer, audience },
    },
    ({ signedBy }: TokenRequest, payload: unknown, done: VerifiedCallback) => {
      done(null, { claims: parseClaims(payload, expected), signedBy });
    },
  );
}

/**
 * The key with the token's key id.
 * @throws Refusal `invalid` when it is not published, or not for the algorithm of the token
 */
async function publishedKeyOf(token: string, keys: KeySet): Promise<PublishedKey> {
  const header = hasClaims(token) ? signatureHeaderOf(token) : undefined;
  if (header === undefined) throw new Refusal('invalid');
  const key = await keys.find(header.kid);
  if (!key?.algorithms.includes(header.alg)) throw new Refusal('invalid');
  return { kid: header.kid, key: key.pem };
}
