import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  countConflicts,
  findConflict,
  listConflicts,
  type ConflictFilter,
  type ConflictPage,
} from '../storage/conflict-table.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import {
  eachWithSubjects,
  withSubjects,
  type ConflictWithSubjects,
} from './conflict-with-subjects.js';

/** `GET /v1/networks/{network_id}/identity-conflicts`, for governors (design 5). */
@Injectable()
export class ListIdentityConflicts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly memberships: MembershipRepository,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller governs the network */
  async list(principal: Principal, page: ConflictPage): Promise<ConflictWithSubjects[]> {
    await this.memberships.requireGovernor(principal, page.networkId);
    const { manager } = this.dataSource;
    return eachWithSubjects(manager, await listConflicts(manager, page));
  }

  /**
   * The number of the conflicts, at most the limit.
   * @throws PERMISSION_DENIED unless the caller governs the network
   */
  async count(principal: Principal, filter: ConflictFilter): Promise<number> {
    await this.memberships.requireGovernor(principal, filter.networkId);
    return countConflicts(this.dataSource.manager, filter);
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND */
  async read(
    principal: Principal,
    { networkId, conflictId }: { readonly networkId: string; readonly conflictId: string },
  ): Promise<ConflictWithSubjects> {
    await this.memberships.requireGovernor(principal, networkId);
    const { manager } = this.dataSource;
    const conflict = await findConflict(manager, networkId, conflictId);
    if (!conflict) throw notFound('not_found', 'identity conflict not found');
    return withSubjects(manager, conflict);
  }
}
