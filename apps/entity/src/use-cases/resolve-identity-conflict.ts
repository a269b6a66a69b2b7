import { BusinessIdentified, ConsumerIdentified, type Principal } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { matchHashesOfBusiness, stateOfBusiness } from '../domain/business.js';
import { matchHashesOfConsumer, stateOfConsumer } from '../domain/consumer.js';
import { confirm, keepApart, merge, type IdentityConflict } from '../domain/identity-conflict.js';
import { mergeSubjects } from '../domain/merge-subjects.js';
import { loadConflict, saveConflict } from '../storage/conflict-table.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { lockPair } from '../storage/lock-pair.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { storeBusinesses, storeConsumers } from '../storage/store-resolution.js';
import { inheritRelations } from '../storage/subject-relations.js';
import { withSubjects, type ConflictWithSubjects } from './conflict-with-subjects.js';
import { publishResolved } from './publish-resolved.js';

interface Place {
  readonly networkId: string;
  readonly conflictId: string;
}

export interface Merge {
  readonly subjectId: string;
  readonly intoSubjectId: string;
}

/** The decision of a governor about subjects that share an identifier (design 5). */
@Injectable()
export class ResolveIdentityConflict {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * Records that the subjects are different. @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND,
   * RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  keepApart(principal: Principal, place: Place): Promise<ConflictWithSubjects> {
    return this.resolve(principal, place, (open) => Promise.resolve(keepApart(open, new Date())));
  }

  /**
   * Records that the names are of one business. @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND,
   * RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  confirm(principal: Principal, place: Place): Promise<ConflictWithSubjects> {
    return this.resolve(principal, place, (open) => Promise.resolve(confirm(open, new Date())));
  }

  /**
   * Merges one subject into another.
   * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  merge(principal: Principal, place: Place, ids: Merge): Promise<ConflictWithSubjects> {
    return this.resolve(principal, place, async (open, tx) => {
      const merged = merge(open, ids, new Date());
      await (open.subjectType === 'consumer'
        ? this.mergeConsumers(tx, ids)
        : this.mergeBusinesses(tx, ids));
      return merged;
    });
  }

  /** Reads in the given transaction, which sees the resolution: an idempotent request commits later. */
  private resolve(
    principal: Principal,
    { networkId, conflictId }: Place,
    decide: (open: IdentityConflict, tx: Transaction) => Promise<IdentityConflict>,
  ): Promise<ConflictWithSubjects> {
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      const open = await loadConflict(tx.manager, networkId, conflictId);
      const resolved = await decide(open, tx);
      await saveConflict(tx.manager, resolved);
      publishResolved(tx, resolved);
      return withSubjects(tx.manager, resolved);
    });
  }

  private async mergeConsumers(tx: Transaction, ids: Merge): Promise<void> {
    const pair = await lockPair(tx.manager, CONSUMER_TABLE, ids);
    const enriched = mergeSubjects(pair, matchHashesOfConsumer, new Date());
    await storeConsumers(tx.manager, { created: [], enriched });
    await inheritRelations(tx.manager, ids);
    for (const { after } of enriched) tx.publish(ConsumerIdentified, stateOfConsumer(after));
  }

  private async mergeBusinesses(tx: Transaction, ids: Merge): Promise<void> {
    const pair = await lockPair(tx.manager, BUSINESS_TABLE, ids);
    const enriched = mergeSubjects(pair, matchHashesOfBusiness, new Date());
    await storeBusinesses(tx.manager, { created: [], enriched });
    await inheritRelations(tx.manager, ids);
    for (const { after } of enriched) tx.publish(BusinessIdentified, stateOfBusiness(after));
  }
}
