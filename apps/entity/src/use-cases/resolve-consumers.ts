import { ConsumerIdentified, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { ClaimFields } from '../domain/claim-input.js';
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
import { SubjectResolver } from './subject-resolver.js';

/** Consumers match on SSN (design 5). */
@Injectable()
export class ResolveConsumers {
  private readonly source = {
    kind: CONSUMERS,
    table: CONSUMER_TABLE,
    read: (fields: ClaimFields) => this.claimFrom(fields),
    find: findConsumers,
    store: storeConsumers,
    event: ConsumerIdentified,
    stateOf: stateOfConsumer,
  };

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

  lookUp(principal: Principal, ids: readonly string[]): Promise<Consumer[]> {
    return this.resolver.lookUp(this.source, principal, ids);
  }

  private claimFrom(fields: ClaimFields): ConsumerClaim {
    const { ssn, ...described } = readConsumer(fields);
    return { ...described, ssn: this.vault.protect(ssn) };
  }
}
