import { newId, type ConsumerIdentified, type PayloadOf } from '@ndx/contracts';
import type { ProtectedIdentifier } from './protected-identifier.js';
import { restate, type Statement, type Statements } from './statements.js';
import { labelOf, type Subject, type SubjectKind } from './subject.js';

/** The description of a consumer by one institution. */
export interface ConsumerDescription {
  readonly firstName: string;
  readonly lastName: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** A claim of an institution about a consumer. */
export interface ConsumerClaim {
  readonly ssn: ProtectedIdentifier;
  /**
   * Keyed hashes of the SSN with the date of birth, and with the last name, in order of precedence.
   */
  readonly keys: readonly string[];
  /** The consumer whom a consent links by its id. */
  readonly subjectId: string | null;
  readonly statement: Statement<ConsumerDescription>;
}

/** The core identity of a consumer in one network (design 5). */
export interface Consumer extends Subject {
  readonly ssn: ProtectedIdentifier;
  /** Index among the network's consumers with this SSN, from 0; unique. */
  readonly ssnOrdinal: number;
  readonly keys: readonly string[];
  readonly statements: Statements<ConsumerDescription>;
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Limits the published and stored size of a consumer; further names match by the date of birth
 * only.
 */
export const MAX_KEYS = 32;

/**
 * Consumers match on the SSN with the date of birth, then on the SSN with the last name (design 5).
 * A claim under a known SSN that matches by neither is about another consumer.
 */
export const CONSUMERS: SubjectKind<Consumer, ConsumerClaim> = {
  keysOf: ({ keys }) => keys,

  subjectIdOf: ({ subjectId }) => subjectId,

  create({ ssn, keys, statement }, networkId, now, known) {
    const id = newId();
    const ordinals = known
      .filter((other) => other.networkId === networkId && other.ssn.index === ssn.index)
      .map(({ ssnOrdinal }) => ssnOrdinal);
    return {
      id,
      networkId,
      identifier: labelOf('consumer', id),
      ssn,
      ssnOrdinal: Math.max(-1, ...ordinals) + 1,
      keys,
      statements: { first: statement, others: [] },
      absorbed: [],
      mergedInto: null,
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
  },

  enrich(consumer, claim, isFree, now) {
    const statements = restate(consumer.statements, claim.statement);
    const added = claim.keys
      .filter((key) => isFree(key))
      .slice(0, Math.max(0, MAX_KEYS - consumer.keys.length));
    if (statements === consumer.statements && added.length === 0) return consumer;
    return { ...consumer, statements, keys: [...consumer.keys, ...added], updatedAt: now };
  },

  conflictsOf: (consumer, known) =>
    known.filter(
      (other) =>
        other.networkId === consumer.networkId &&
        other.ssn.index === consumer.ssn.index &&
        other.ssnOrdinal < consumer.ssnOrdinal &&
        other.mergedInto === null,
    ),
};

/** The hashes that find a consumer: its keys and id, and those of the consumers merged into it. */
export function matchHashesOfConsumer({ id, keys, absorbed }: Consumer): string[] {
  return [...keys, id, ...absorbed];
}

export function stateOfConsumer(consumer: Consumer): PayloadOf<typeof ConsumerIdentified> {
  return {
    consumer_id: consumer.id,
    network_id: consumer.networkId,
    match_hashes: matchHashesOfConsumer(consumer),
    merged_into: consumer.mergedInto,
    revision: consumer.revision,
  };
}
