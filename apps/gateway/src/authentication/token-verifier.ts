import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Strategy } from 'passport-jwt';
import type { KeySet } from './key-set.js';
import { Refusal } from './refusal.js';
import { parseClaims, type Claims } from './token-claims.js';
import { keyNameOf, SIGNING_ALGORITHM } from './token-header.js';

const REMEMBERED_TOKENS = 20_000;

/** A token that holds: by its signature for good, by the clock until it expires. */
export interface VerifiedToken {
  readonly claims: Claims;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A strategy with its outcomes in place, as passport itself invokes it. */
interface PassportCheck {
  authenticate(request: object): void;
}

/**
 * Verifies tokens in the contract's order: key and signature, then the standard claims (contract
 * 5.3). Each is verified once and remembered by its hash until it expires.
 */
export class TokenVerifier {
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: REMEMBERED_TOKENS });

  constructor(
    private readonly keys: KeySet,
    private readonly expected: { readonly issuer: string; readonly audience: string },
  ) {}

  /**
   * The same object for the same token, as long as it is remembered.
   * @throws Refusal `invalid` or `unavailable`
   */
  async verify(token: string): Promise<VerifiedToken> {
    const name = hash('sha256', token, 'base64');
    const known = this.verified.get(name);
    if (known !== undefined && Date.now() < known.expiresAt) return known;
    const claims = parseClaims(await this.authenticate(token));
    const verified = { claims, expiresAt: claims.exp * 1_000 };
    this.verified.set(name, verified);
    return verified;
  }

  private async authenticate(token: string): Promise<unknown> {
    const secretOrKey = await this.keyOf(token);
    return new Promise((resolve, reject) => {
      const strategy = new Strategy(
        {
          jwtFromRequest: () => token,
          secretOrKey,
          algorithms: [SIGNING_ALGORITHM],
          ...this.expected,
        },
        (claims: unknown, done: (error: null, claims: unknown) => void) => done(null, claims),
      );
      const outcomes = {
        success: resolve,
        fail: (reason: unknown) => reject(new Refusal('invalid', { cause: reason })),
        error: reject,
      };
      // The strategy takes the token from the option above, whatever request it is given.
      const ready: PassportCheck = Object.assign(strategy, outcomes);
      ready.authenticate({});
    });
  }

  /** The key that the token names. @throws Refusal `invalid` when it is not published */
  private async keyOf(token: string): Promise<string> {
    const kid = keyNameOf(token);
    const key = kid === undefined ? undefined : await this.keys.find(kid);
    if (key === undefined) throw new Refusal('invalid');
    return key;
  }
}
