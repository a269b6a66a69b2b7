import { createHmac } from 'node:crypto';

/**
 * A keyed hash for exact search over encrypted values (blind index), or for finding the same
 * subject in another network (match hash). Each use has its own key (design 5, 9).
 */
export class KeyedHash {
  constructor(private readonly key: string) {}

  /**
   * HMAC-SHA256 of a normalised value, as base64url; `kind` distinguishes equal values of two
   * kinds.
   */
  of(kind: string, value: string): string {
    return createHmac('sha256', this.key).update(`${kind}\u0000${value}`).digest('base64url');
  }
}
