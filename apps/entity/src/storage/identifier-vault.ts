import type { MatchKey } from '@ndx/catalog';
import { CONFIG } from '@ndx/service';
import { KeyedHash, Sealer } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import type { ProtectedIdentifier } from '../domain/protected-identifier.js';
import type { EntityConfig } from '../entity.config.js';

/** Converts normalised identifiers to their stored and published forms (design 5, 9). */
@Injectable()
export class IdentifierVault {
  private readonly sealer: Sealer;
  private readonly blindIndex: KeyedHash;
  private readonly matchHash: KeyedHash;

  constructor(@Inject(CONFIG) config: EntityConfig) {
    this.sealer = new Sealer(config.SEALING_KEYS);
    this.blindIndex = new KeyedHash(config.BLIND_INDEX_KEY);
    this.matchHash = new KeyedHash(config.MATCH_HASH_KEY);
  }

  /** An SSN or EIN. */
  protect(identifier: MatchKey): ProtectedIdentifier {
    return {
      sealed: this.sealer.seal(identifier.value),
      index: this.indexOf(identifier),
      lastFour: identifier.value.slice(-4),
    };
  }

  /** The plain text of a protected identifier. */
  open({ sealed }: ProtectedIdentifier): string {
    return this.sealer.open(sealed);
  }

  /** The hash of an SSN or EIN for look-ups in its own network. */
  indexOf({ kind, value }: MatchKey): string {
    return this.blindIndex.of(kind, value);
  }

  /** The hash of a search criterion in an audit entry; differs from the hashes of every index. */
  criterionHashOf(name: string, value: string): string {
    return this.blindIndex.of(`search criterion ${name}`, value);
  }

  /** The hash for look-ups of the same subject in other networks. */
  matchHashOf({ kind, value }: MatchKey): string {
    return this.matchHash.of(kind, value);
  }
}
