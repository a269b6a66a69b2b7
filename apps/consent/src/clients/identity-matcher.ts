import { matchKeysOf, namedSubject, type Subject } from '@ndx/catalog';
import { invalid, quoted } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { KeyedHash } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import type { ConsentConfig } from '../consent.config.js';
import type { ConsentSubject } from '../domain/consent-change.js';

/**
 * Checks that a submitted identity belongs to the subject linked by id. Without this check a
 * consent could record an identity of a person who did not consent.
 */
@Injectable()
export class IdentityMatcher {
  private readonly matchHash: KeyedHash;

  constructor(@Inject(CONFIG) config: ConsentConfig) {
    this.matchHash = new KeyedHash(config.MATCH_HASH_KEY);
  }

  /**
   * @throws VALIDATION_ERROR when a value is unusable, or the identity belongs to another subject
   */
  requireSame(
    kind: Subject,
    subject: ConsentSubject,
    identity: object,
    countries: readonly string[],
  ): void {
    const given: Readonly<Record<string, unknown>> = { ...identity };
    const named = namedSubject(kind, given, countries);
    const unusable = Object.entries(named).find(
      ([field, value]) => value === null && (given[field] ?? null) !== null,
    );
    if (unusable)
      throw invalid(
        'invalid_value',
        `${kind}_consent_identity -> ${quoted(unusable[0])}: is not valid`,
      );
    const hashes = matchKeysOf(named).map((key) => this.matchHash.of(key.kind, key.value));
    if (!hashes.some((hash) => subject.matchHashes.includes(hash))) {
      throw invalid('subject_mismatch', `the identity does not match ${kind}_id`);
    }
  }
}
