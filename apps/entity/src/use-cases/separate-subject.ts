import {
  BusinessIdentified,
  conflict,
  newId,
  notFound,
  SubjectSeparated,
  type Principal,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SubjectParts } from '../clients/subject-parts.js';
import { matchHashesOfBusiness, stateOfBusiness, type Business } from '../domain/business.js';
import {
  keepApart,
  openConflict,
  separated as separatedConflict,
} from '../domain/identity-conflict.js';
import type { Choice, Separated } from '../domain/separate-business.js';
import type { Separation } from '../domain/separation.js';
import { inOrder } from '../domain/statements.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { insertConflicts, openDifferences, saveConflict } from '../storage/conflict-table.js';
import { selectMatches } from '../storage/identity-table.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository } from '../storage/network-repository.js';
import {
  insertSeparation,
  listSeparationsOf,
  moveRelations,
  nextEinOrdinal,
  selectMergedInto,
  storeParts,
} from '../storage/separation-table.js';
import { PlanSeparation, type SeparationPlan } from './plan-separation.js';
import { publishResolved } from './publish-resolved.js';

export interface SubjectPlace {
  readonly networkId: string;
  readonly subjectId: string;
}

export interface Confirmation extends Choice {
  readonly digest: string;
  readonly reason: string;
}

/** The decision of a governor that a business is two (decision 0108). */
@Injectable()
export class SeparateSubject {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly memberships: MembershipRepository,
    private readonly networks: NetworkRepository,
    private readonly parts: SubjectParts,
    private readonly planSeparation: PlanSeparation,
  ) {}

  /**
   * Everything that would move, nothing without a choice, and the recent queries that considered a moved record.
   * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT, VALIDATION_ERROR,
   *   OPERATION_FAILED
   */
  async preview(principal: Principal, place: SubjectPlace, choice: Choice) {
    const { networkId, subjectId } = place;
    await this.memberships.requireGovernor(principal, networkId);
    const { manager } = this.dataSource;
    const business = await this.businessAt(manager, place, 'unlocked');
    const mergedIds = await selectMergedInto(manager, subjectId);
    const parts = await this.parts.read([subjectId, ...mergedIds]);
    const { country } = await this.networks.read(principal, networkId);
    const plan = this.planSeparation.preview({ business, ...parts, country }, choice);
    const answers = await this.parts.countUses(networkId, plan.recordIds);
    return { ...parts, business, plan, answers };
  }

  /** @throws as `preview`; RESOURCE_CONFLICT when something has changed since the preview */
  async separate(
    principal: Principal,
    place: SubjectPlace,
    { digest, reason, ...choice }: Confirmation,
  ): Promise<Separation> {
    const { networkId, subjectId } = place;
    await this.memberships.requireGovernor(principal, networkId);
    const { manager } = this.dataSource;
    await this.businessAt(manager, place, 'unlocked');
    // A merge since then changes the business, and so the digest.
    const mergedIds = await selectMergedInto(manager, subjectId);
    const parts = await this.parts.read([subjectId, ...mergedIds]);
    const { country } = await this.networks.read(principal, networkId);
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      const business = await this.businessAt(tx.manager, place, 'locked');
      const plan = this.planSeparation.plan({ business, ...parts, country }, choice, digest);
      const separated = {
        ...plan.separated,
        einOrdinal: await nextEinOrdinal(tx.manager, plan.separated),
      };
      const separation: Separation = {
        id: newId(),
        ...place,
        newSubjectId: separated.id,
        reason,
        accountId: principal.account_id,
        entityId: principal.entity_id,
        separatedAt: separated.createdAt,
        statementEntityIds: [...choice.entityIds],
        recordIds: plan.recordIds,
        consentIds: plan.consentIds,
      };
      await this.store(tx, separation, { ...plan, separated });
      publish(tx, { ...separation, mergedIds }, { ...plan, separated });
      return separation;
    });
  }

  /** Oldest first. @throws PERMISSION_DENIED unless the caller governs the network */
  async list(
    principal: Principal,
    page: { readonly networkId: string; readonly after: string; readonly limit: number },
  ): Promise<Separation[]> {
    await this.memberships.requireGovernor(principal, page.networkId);
    return listSeparationsOf(this.dataSource.manager, page);
  }

  /** @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT for a merged business */
  private async businessAt(
    manager: Parameters<typeof selectMatches>[0],
    { networkId, subjectId }: SubjectPlace,
    lock: 'locked' | 'unlocked',
  ): Promise<Business> {
    const selection = {
      condition: 'i.id = $1 and i.network_id = $2',
      parameters: [subjectId, networkId],
    };
    const [business] = await selectMatches(manager, BUSINESS_TABLE, selection, lock);
    if (!business) throw notFound('subject_not_found', 'business not found');
    if (business.mergedInto !== null) {
      throw conflict('subject_merged', 'the business was merged: separate the remaining one');
    }
    return business;
  }

  /** The governor has decided the conflicts of the business, and one between the two. */
  private async store(
    tx: Transaction,
    separation: Separation,
    { kept, separated }: Separated,
  ): Promise<void> {
    const { manager } = tx;
    const { networkId, separatedAt: now } = separation;
    await storeParts(manager, { kept, separated });
    const entityIds = inOrder(separated.statements).map(({ entityId }) => entityId);
    await moveRelations(manager, separation, separated, entityIds);
    await insertSeparation(manager, separation);
    const shared = { subjectType: 'business', kind: 'shared_identifier' } as const;
    const apart = keepApart(openConflict(shared, [separated, kept], now), now);
    await insertConflicts(manager, [apart]);
    await saveConflict(manager, apart);
    for (const open of await openDifferences(manager, networkId, kept.id)) {
      const resolved = separatedConflict(open, separated.id, now);
      await saveConflict(manager, resolved);
      publishResolved(tx, resolved);
    }
  }
}

function publish(
  tx: Transaction,
  separation: Separation & { readonly mergedIds: readonly string[] },
  { kept, separated, legalNames }: Omit<SeparationPlan, 'digest'>,
): void {
  for (const part of [kept, separated]) tx.publish(BusinessIdentified, stateOfBusiness(part));
  tx.publish(SubjectSeparated, {
    separation_id: separation.id,
    network_id: separation.networkId,
    business_id: kept.id,
    merged_business_ids: [...separation.mergedIds],
    kept: partOf(kept),
    separated: { business_id: separated.id, ...partOf(separated) },
    statement_entity_ids: [...separation.statementEntityIds],
    legal_names: [...legalNames],
    record_ids: [...separation.recordIds],
    consent_ids: [...separation.consentIds],
    reason: separation.reason,
    account_id: separation.accountId,
    separated_at: separation.separatedAt.toISOString(),
  });
}

function partOf(business: Business) {
  return { match_hashes: matchHashesOfBusiness(business), revision: business.revision };
}
