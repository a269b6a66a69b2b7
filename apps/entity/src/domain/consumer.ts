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
  /** The keyed hash of the SSN with the date of birth. */
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
 * Consumers match on the SSN with the date of birth (design 5). A claim under a known SSN with
 * another date of birth is about another consumer.
 */
export const CONSUMERS: SubjectKind<Consumer, ConsumerClaim> = {
  keysOf: ({ keys }) => keys,

  subjectIdOf: ({ subjectId }) => subjectId,

  create({ ssn, keys, statement }, networkId, now, { known }) {
    const id = newId();
    const ordinals = known
      .filter((other) => other.ssn.index === ssn.index)
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

  enrich(consumer, claim, _others, now) {
    const statements = restate(consumer.statements, claim.statement);
    return statements === consumer.statements
      ? consumer
      : { ...consumer, statements, updatedAt: now };
  },

  conflictsOf: ({ ssn }, earlier) => earlier.filter((other) => other.ssn.index === ssn.index),
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
