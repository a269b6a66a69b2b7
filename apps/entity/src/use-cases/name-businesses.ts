import { denied, quoted, type Permission, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { descriptionFor } from '../domain/statements.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { findByIds } from '../storage/find-matches.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { relatedAmong } from '../storage/subject-relations.js';
import { IdentitySearch } from './identity-search.js';

const READERS = ['entity:search', 'audit:read'] as const satisfies readonly Permission[];

export interface NamedBusiness {
  readonly id: string;
  readonly name: string;
}

/** `POST /v1/entities/business/names`, for members who search and governors who read an audit log (decision 0141). */
@Injectable()
export class NameBusinesses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly identitySearch: IdentitySearch,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * The names of those businesses that a search would list to the caller, in the order of their ids.
   * @throws PERMISSION_DENIED unless the caller searches in the network, or governs it and reads its audit log
   */
  async name(
    principal: Principal,
    networkId: string,
    ids: readonly string[],
  ): Promise<readonly NamedBusiness[]> {
    await this.requireReader(principal, networkId);
    const distinct = [...new Set(ids)].toSorted();
    const request = {
      ...{ subjectType: 'business' as const, networkId, namesExactly: false },
      criteria: distinct.map((id) => ['business_id', id] as const),
    };
    return this.identitySearch.run(principal, request, (relatedTo) =>
      this.find(principal, networkId, distinct, relatedTo),
    );
  }

  private async requireReader(principal: Principal, networkId: string): Promise<void> {
    const [search, audit] = READERS;
    if (principal.permissions.includes(search)) return;
    if (!principal.permissions.includes(audit)) {
      throw denied('permission_missing', `the account has none of ${quoted(READERS.join(', '))}`);
    }
    await this.memberships.requireGovernor(principal, networkId);
  }

  private async find(
    { entity_id: entityId }: Principal,
    networkId: string,
    ids: readonly string[],
    relatedTo: string | undefined,
  ): Promise<readonly NamedBusiness[]> {
    const { manager } = this.dataSource;
    const found = await findByIds(manager, BUSINESS_TABLE, networkId, ids);
    const shown = [...found.values()].map(({ id }) => id);
    const related =
      relatedTo === undefined ? undefined : await relatedAmong(manager, relatedTo, shown);
    return [...found].flatMap(([id, business]) => {
      if (related && !related.has(business.id)) return [];
      const { legalName, dbaName } = descriptionFor(business.statements, entityId);
      return { id, name: legalName ?? dbaName ?? business.identifier };
    });
  }
}
