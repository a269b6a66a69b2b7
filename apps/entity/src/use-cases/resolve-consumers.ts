import { consumerMatchKeys } from '@ndx/catalog';
import { ConsumerIdentified, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
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
import type { Lock } from '../storage/identity-table.js';
import { storeConsumers } from '../storage/store-resolution.js';
import type { ClaimResult } from './claim-result.js';
import { FillConsumerKeys } from './fill-consumer-keys.js';
import { SubjectResolver, type Claimant } from './subject-resolver.js';

/** Consumers match on the SSN with the date of birth or the last name (design 5). */
@Injectable()
export class ResolveConsumers {
  private readonly source = {
    type: 'consumer',
    kind: CONSUMERS,
    table: CONSUMER_TABLE,
    read: (fields: ClaimFields, { entityId }: Claimant) => this.claimFrom(fields, entityId),
    find: (
      manager: EntityManager,
      networkIds: readonly string[],
      claims: readonly ConsumerClaim[],
      lock: Lock,
    ) => this.find(manager, networkIds, claims, lock),
    store: storeConsumers,
    event: ConsumerIdentified,
    stateOf: stateOfConsumer,
  } as const;

  constructor(
    private readonly resolver: SubjectResolver,
    private readonly vault: IdentifierVault,
    private readonly fillKeys: FillConsumerKeys,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller is a member of the network */
  resolve(
    principal: Principal,
    networkId: string,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<Consumer>[]> {
    return this.resolver.resolve(this.source, principal, [networkId], inputs);
  }

  /** The results that `resolve` would have now; stores and publishes nothing, also no match keys. */
  check(
    principal: Principal,
    networkId: string,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<Consumer>[]> {
    const source = { ...this.source, find: findConsumers };
    return this.resolver.check(source, principal, [networkId], inputs);
  }

  lookUp(principal: Principal, ids: readonly string[]): Promise<Consumer[]> {
    return this.resolver.lookUp(this.source, principal, ids);
  }

  private claimFrom(fields: ClaimFields, entityId: string): ConsumerClaim {
    const { ssn, ...said } = readConsumer(fields);
    const keys = consumerMatchKeys(ssn.value, said).map((key) => this.vault.matchHashOf(key));
    return {
      ssn: this.vault.protect(ssn),
      keys,
      subjectId: subjectIdIn(fields, 'consumer_id'),
      statement: { entityId, said },
    };
  }

  /** Adds keys to consumers from an earlier version, before they are compared with a claim. */
  private async find(
    manager: EntityManager,
    networkIds: readonly string[],
    claims: readonly ConsumerClaim[],
    lock: Lock,
  ): Promise<Consumer[]> {
    const found = await findConsumers(manager, networkIds, claims, lock);
    const keyless = found.filter(({ keys }) => keys.length === 0).map(({ id }) => id);
    if (keyless.length === 0 || lock === 'locked') return found;
    await this.fillKeys.fillOf(keyless);
    return findConsumers(manager, networkIds, claims, lock);
  }
}
