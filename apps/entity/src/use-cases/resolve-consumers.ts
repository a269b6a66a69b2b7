import { ConsumerIdentified, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { subjectIdIn, type ClaimFields } from '../domain/claim-input.js';
import {
  CONSUMERS,
  stateOfConsumer,
  type Consumer,
  type ConsumerClaim,
} from '../domain/consumer.js';
import { readConsumer } from '../domain/read-consumer.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { findConsumers } from '../storage/find-matches.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { storeConsumers } from '../storage/store-resolution.js';
import type { ClaimResult } from './claim-result.js';
import { SubjectResolver, type Claimant } from './subject-resolver.js';

/** Consumers match on the SSN with the date of birth (design 5). */
@Injectable()
export class ResolveConsumers {
  private readonly source = {
    type: 'consumer',
    kind: CONSUMERS,
    table: CONSUMER_TABLE,
    read: (fields: ClaimFields, { entityId }: Claimant) => this.claimFrom(fields, entityId),
    find: findConsumers,
    store: storeConsumers,
    event: ConsumerIdentified,
    stateOf: stateOfConsumer,
  } as const;

  constructor(
    private readonly resolver: SubjectResolver,
    private readonly vault: IdentifierVault,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller is a member of the network */
  resolve(
    principal: Principal,
    networkId: string,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<Consumer>[]> {
    return this.resolver.resolve(this.source, principal, [networkId], inputs);
  }

  /** The results that `resolve` would have now; stores and publishes nothing. */
  check(
    principal: Principal,
    networkId: string,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<Consumer>[]> {
    return this.resolver.check(this.source, principal, [networkId], inputs);
  }

  lookUp(principal: Principal, ids: readonly string[]): Promise<Consumer[]> {
    return this.resolver.lookUp(this.source, principal, ids);
  }

  private claimFrom(fields: ClaimFields, entityId: string): ConsumerClaim {
    const { ssn, keys, ...said } = readConsumer(fields);
    return {
      ssn: this.vault.protect(ssn),
      keys: keys.map((key) => this.vault.matchHashOf(key)),
      subjectId: subjectIdIn(fields, 'consumer_id'),
      statement: { entityId, said },
    };
  }
}
