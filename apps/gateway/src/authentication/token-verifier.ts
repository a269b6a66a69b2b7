import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Strategy } from 'passport-jwt';
import type { KeySet } from './key-set.js';
import { Refusal } from './refusal.js';
import { parseClaims, type Claims } from './token-claims.js';
import { hasClaims, keyNameOf, SIGNING_ALGORITHM } from './token-header.js';

const REMEMBERED_TOKENS = 20_000;
/** What is remembered of a token grows with it: this many characters of tokens in all. */
const REMEMBERED_CHARACTERS = 64 * 1_048_576;

/** A token that holds: while its key is published, until it expires. */
export interface VerifiedToken {
  readonly claims: Claims;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly signedBy: PublishedKey;
  /** Its length in characters. */
  readonly size: number;
}

interface PublishedKey {
  readonly kid: string;
  /** PEM. */
  readonly key: string;
}

/** A strategy with its outcomes in place, as passport itself invokes it. */
interface PassportCheck {
  authenticate(request: object): void;
}

/**
 * Verifies tokens in the contract's order: key and signature, then the standard claims (contract
 * 5.3). Each is verified once and remembered by its hash until it expires or its key is withdrawn.
 */
export class TokenVerifier {
  private readonly verified = new LRUCache<string, VerifiedToken>({
    max: REMEMBERED_TOKENS,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });

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
    if (known !== undefined && this.stillHolds(known)) return known;
    const signedBy = await this.keyOf(token);
    const claims = parseClaims(await this.authenticate(token, signedBy));
    const verified = { claims, expiresAt: claims.exp * 1_000, signedBy, size: token.length };
    this.verified.set(name, verified);
    return verified;
  }

  private stillHolds({ expiresAt, signedBy }: VerifiedToken): boolean {
    return Date.now() < expiresAt && this.keys.holds(signedBy.kid, signedBy.key);
  }

  private authenticate(token: string, { key: secretOrKey }: PublishedKey): Promise<unknown> {
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
  private async keyOf(token: string): Promise<PublishedKey> {
    const kid = hasClaims(token) ? keyNameOf(token) : undefined;
    const key = kid === undefined ? undefined : await this.keys.find(kid);
    if (kid === undefined || key === undefined) throw new Refusal('invalid');
    return { kid, key };
  }
}
