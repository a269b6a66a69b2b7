import { textCommitment } from '@ndx/proof';
import { KeyedHash } from '@ndx/sealing';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { ProductQueryConfig } from '../../product-query.config.js';

/** A commitment with the salt that opens it. */
export interface OpenCommitment {
  readonly sha256: string;
  readonly salt: string;
}

const SALT_BYTES = 16;

/**
 * The commitments of reliance files. A salt is derived from a key that does not change, so every
 * file of an event has the same commitment to the same value, and nothing is stored.
 */
@Injectable()
export class SaltedCommitments {
  private readonly hash: KeyedHash;

  constructor(@Inject(CONFIG) config: ProductQueryConfig) {
    this.hash = new KeyedHash(config.MATCH_HASH_KEY);
  }

  /** @param name of the value, unique in the event */
  to(queryEventId: string, name: string, text: string): OpenCommitment {
    const derived = this.hash.of('reliance file salt', `${queryEventId}/${name}`);
    const salt = Buffer.from(derived, 'base64url').subarray(0, SALT_BYTES).toString('hex');
    return { salt, sha256: textCommitment(salt, text) };
  }
}
