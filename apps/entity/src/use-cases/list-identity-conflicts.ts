import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';
import type { IdentityConflict } from '../domain/identity-conflict.js';
import { inOrder } from '../domain/statements.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { findConflict, listConflicts, type ConflictPage } from '../storage/conflict-table.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { selectByIds } from '../storage/identity-table.js';
import { MembershipRepository } from '../storage/membership-repository.js';

/** The evidence for a governor: the statements in which two subjects differ. */
interface Said {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly dateOfBirth: string | null;
  readonly legalName: string | null;
  readonly einLastFour: string | null;
}

interface SubjectOfConflict {
  readonly id: string;
  readonly identifier: string;
  readonly mergedInto: string | null;
  readonly createdAt: Date;
  readonly stated: readonly { readonly entityId: string; readonly said: Said }[];
}

export interface ConflictWithSubjects extends IdentityConflict {
  readonly subjects: readonly SubjectOfConflict[];
}

/** `GET /v1/networks/{network_id}/identity-conflicts`, for governors (design 5). */
@Injectable()
export class ListIdentityConflicts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly memberships: MembershipRepository,
  ) {}

  /** Oldest first. @throws PERMISSION_DENIED unless the caller governs the network */
  async list(principal: Principal, page: ConflictPage): Promise<ConflictWithSubjects[]> {
    await this.memberships.requireGovernor(principal, page.networkId);
    return this.withSubjects(await listConflicts(this.dataSource.manager, page));
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND */
  async read(
    principal: Principal,
    { networkId, conflictId }: { readonly networkId: string; readonly conflictId: string },
  ): Promise<ConflictWithSubjects> {
    await this.memberships.requireGovernor(principal, networkId);
    const conflict = await findConflict(this.dataSource.manager, networkId, conflictId);
    const [found] = conflict ? await this.withSubjects([conflict]) : [];
    if (!found) throw notFound('not_found', 'identity conflict not found');
    return found;
  }

  private async withSubjects(
    conflicts: readonly IdentityConflict[],
  ): Promise<ConflictWithSubjects[]> {
    const { manager } = this.dataSource;
    const idsOf = (type: IdentityConflict['subjectType']) =>
      conflicts.flatMap((each) => (each.subjectType === type ? each.subjectIds : []));
    const consumers = await selectByIds(manager, CONSUMER_TABLE, idsOf('consumer'));
    const businesses = await selectByIds(manager, BUSINESS_TABLE, idsOf('business'));
    const subjects = new Map(
      [...consumers.map(ofConsumer), ...businesses.map(ofBusiness)].map((one) => [one.id, one]),
    );
    return conflicts.map((conflict) => ({
      ...conflict,
      subjects: conflict.subjectIds.flatMap((id) => subjects.get(id) ?? []),
    }));
  }
}

function ofConsumer({ statements, ...subject }: Consumer): SubjectOfConflict {
  const stated = inOrder(statements).map(({ entityId, said }) => ({
    entityId,
    said: { ...said, legalName: null, einLastFour: null },
  }));
  return { ...subject, stated };
}

function ofBusiness({ statements, ...subject }: Business): SubjectOfConflict {
  const none = { firstName: null, lastName: null, dateOfBirth: null };
  const stated = inOrder(statements).map(({ entityId, said }) => ({
    entityId,
    said: { ...none, ...said },
  }));
  return { ...subject, stated };
}
