import { newId, type ConsumerIdentified, type PayloadOf } from '@ndx/contracts';
import type { ProtectedIdentifier } from './protected-identifier.js';
import { labelOf, type Subject, type SubjectKind } from './subject.js';

/** What is known, or said, of a consumer. */
export interface ConsumerClaim {
  readonly ssn: ProtectedIdentifier;
  readonly firstName: string;
  readonly lastName: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** The core identity of a consumer in one network (design 5). */
export interface Consumer extends Subject, ConsumerClaim {
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Consumers match on SSN (design 5). How to reach one: the last word counts. The rest stays. */
export const CONSUMERS: SubjectKind<Consumer, ConsumerClaim> = {
  keysOf: ({ ssn }) => [ssn.index],

  create(claim, networkId, now) {
    const id = newId();
    return {
      ...claim,
      id,
      networkId,
      identifier: labelOf('consumer', id),
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
  },

  enrich(consumer, claim, _isFree, now) {
    const email = claim.email ?? consumer.email;
    const phone = claim.phone ?? consumer.phone;
    if (email === consumer.email && phone === consumer.phone) return consumer;
    return { ...consumer, email, phone, updatedAt: now };
  },
};

export function stateOfConsumer(consumer: Consumer): PayloadOf<typeof ConsumerIdentified> {
  return {
    consumer_id: consumer.id,
    network_id: consumer.networkId,
    match_hashes: [consumer.ssn.matchHash],
    revision: consumer.revision,
  };
}
