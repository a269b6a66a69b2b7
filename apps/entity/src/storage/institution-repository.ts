import { conflict, notFound, type MembershipRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Institution } from '../domain/institution.js';
import { insertNew } from './insert-new.js';
import { InstitutionRow } from './institution-row.js';
import type { Page } from './page.js';

/** An institution with its roles in one network. */
export interface InstitutionInNetwork extends Institution {
  readonly roles: readonly MembershipRole[];
  /** 0 without a membership. */
  readonly membershipRevision: number;
}

const IN_NETWORK = `
  select i.id, i.org_id as "orgId", i.name, i.home_network_id as "homeNetworkId",
    i.created_at as "createdAt", i.revision, coalesce(m.roles, '{}') as roles,
    coalesce(m.revision, 0) as "membershipRevision"
  from institution i left join membership m on m.entity_id = i.id and m.network_id = $1`;

const TAKES_PART = 'the network already has an institution with that org_id';

/** Uses the index institution_by_organization. */
const MEMBER_OF_ORGANIZATION = `
  select from institution i join membership m on m.entity_id = i.id
  where i.org_id = $1 and m.network_id = $2 and m.roles <> '{}'`;

/**
 * Visible: the institution itself, current and former members and applicants, and institutions
 * known to a network that the caller governs.
 */
const KNOWN = `
  select from institution i
  where i.id = $1 and (i.id = $2
    or exists (select from membership m where m.network_id = $3 and m.entity_id = i.id)
    or exists (select from membership own
      where own.entity_id = $2 and 'governor' = any(own.roles)
        and (own.network_id = i.home_network_id or exists (
          select from membership m where m.network_id = own.network_id and m.entity_id = i.id))))`;

/** An arbitrary number, the same for every replica. */
const FIRST_INSTITUTION_LOCK = 7_213_450_118;

@Injectable()
export class InstitutionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Other networks may have registered the same organization: registrations that the home network
   * cannot see are no conflict (decision 0036).
   * @throws RESOURCE_CONFLICT when the home network has registered the organization, or it is a
   *   member
   */
  async add(manager: EntityManager, institution: Institution): Promise<void> {
    const { orgId, homeNetworkId } = institution;
    const members: unknown[] = await manager.query(MEMBER_OF_ORGANIZATION, [orgId, homeNetworkId]);
    if (members.length > 0) throw conflict('already_exists', TAKES_PART);
    await insertNew(manager, InstitutionRow, institution, TAKES_PART);
  }

  /** Whether the institution is visible to a governor of the network (decision 0036). */
  async isKnownTo(
    manager: EntityManager,
    { entity_id: caller }: Principal,
    { networkId, entityId }: { readonly networkId: string; readonly entityId: string },
  ): Promise<boolean> {
    const found: unknown[] = await manager.query(KNOWN, [entityId, caller, networkId]);
    return found.length > 0;
  }

  /**
   * Locks until the end of the transaction: one replica at a time registers the first institution.
   */
  async lockFirst(manager: EntityManager): Promise<void> {
    await manager.query('select pg_advisory_xact_lock($1)', [FIRST_INSTITUTION_LOCK]);
  }

  /** Locks it until the end of the transaction: changes that count its parts are sequential. */
  lock(manager: EntityManager, id: string): Promise<Institution> {
    const lock = { mode: 'for_no_key_update' } as const;
    return manager.findOneOrFail(InstitutionRow, { where: { id }, lock });
  }

  /** Whether there is any institution. */
  any(manager: EntityManager): Promise<boolean> {
    return manager.exists(InstitutionRow);
  }

  /** The organization claim of the users of an institution. */
  async organizationOf(manager: EntityManager, id: string): Promise<string> {
    return (await manager.findOneByOrFail(InstitutionRow, { id })).orgId;
  }

  /** @throws RESOURCE_NOT_FOUND for an institution that does not exist */
  async nameOf(id: string): Promise<string> {
    const row = await this.dataSource.manager.findOneBy(InstitutionRow, { id });
    if (!row) throw notFound('not_found', 'institution not found');
    return row.name;
  }

  /** The institution if it is a member of the network, or registered by it. */
  async inNetwork(networkId: string, id: string): Promise<InstitutionInNetwork | undefined> {
    const [row] = await this.dataSource.query<InstitutionInNetwork[]>(
      `${IN_NETWORK} where i.id = $2 and (m.roles <> '{}' or i.home_network_id = $1)`,
      [networkId, id],
    );
    return row;
  }

  /** The members of a network, ordered by id. */
  list(networkId: string, page: Page): Promise<InstitutionInNetwork[]> {
    return this.dataSource.query(
      `${IN_NETWORK} where m.roles <> '{}' and ($2::uuid is null or i.id > $2)
       order by i.id limit $3`,
      [networkId, page.after ?? null, page.limit],
    );
  }
}
