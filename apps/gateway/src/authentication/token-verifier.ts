import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import type { KeySet } from './key-set.js';
import {
  refusalOf,
  type ExpectedToken,
  type SignedClaims,
  type TokenRequest,
  TokenStrategy,
} from './token-strategy.js';

const REMEMBERED_TOKENS = 20_000;
/** Maximum size of the cache, in characters of tokens. */
const REMEMBERED_CHARACTERS = 64 * 1_048_576;
const STRATEGY = 'jwt';

/** A verified token: valid until it expires or its key is withdrawn. */
export interface VerifiedToken extends SignedClaims {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Its length in characters. */
  readonly size: number;
}

/** Passport's middleware; its types support only Express. */
type Middleware = (request: TokenRequest, response: object, next: (error: unknown) => void) => void;

/** Verifies each token once and caches it by its hash until it expires or its key is withdrawn. */
export class TokenVerifier {
  private readonly passport = new passport.Authenticator();
  private readonly verified = new LRUCache<string, VerifiedToken>({
    max: REMEMBERED_TOKENS,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });

  constructor(
    private readonly keys: KeySet,
    expected: ExpectedToken,
  ) {
    this.passport.use(STRATEGY, new TokenStrategy(keys, expected));
  }

  /**
   * Returns the same object for the same token while it is cached.
   * @throws Refusal
   */
  async verify(token: string): Promise<VerifiedToken> {
    const known = this.known(token);
    if (known !== undefined) return known;
    const signed = await this.authenticate(token);
    const verified = { ...signed, expiresAt: signed.claims.exp * 1_000, size: token.length };
    this.verified.set(nameOf(token), verified);
    return verified;
  }

  /** A token that was verified before, and is still valid. */
  known(token: string): VerifiedToken | undefined {
    const known = this.verified.get(nameOf(token));
    return known !== undefined && this.stillHolds(known) ? known : undefined;
  }

  private stillHolds({ expiresAt, signedBy }: VerifiedToken): boolean {
    return Date.now() < expiresAt && this.keys.holds(signedBy.kid, signedBy.key);
  }

  private authenticate(token: string): Promise<SignedClaims> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, signed: SignedClaims | false, cause: unknown) => {
        if (error) reject(error);
        else if (signed) resolve(signed);
        else reject(refusalOf(cause, token));
      };
      const options = { session: false };
      const authenticate = this.passport.authenticate(STRATEGY, options, settle) as Middleware;
      authenticate({ token }, {}, reject);
    });
  }
}

function nameOf(token: string): string {
  return hash('sha256', token, 'base64');
}
