import { BOUNDS, conflict, requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager } from 'typeorm';
import { lookOf, type LookOfName } from '../domain/look-of-name.js';
import type { Membership } from '../domain/membership.js';
import { InstitutionRow } from './institution-row.js';
import { MembershipRow } from './membership-row.js';
import type { Page } from './page.js';

const LOOKS_ALIKE =
  'the name of the institution looks like the name of another institution of the network';

const NO_LOOK = { skeleton: null, foldedSkeleton: null, raisedSkeleton: null };

@Injectable()
export class MembershipRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Administration reads the table rather than the principal, which may be seconds old: a network
   * can be administered as soon as it is founded.
   * @throws PERMISSION_DENIED unless the caller governs the network
   */
  async requireGovernor(
    principal: Principal,
    networkId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const membership = await this.find(manager, networkId, principal.entity_id);
    const memberships = membership ? [{ network_id: networkId, roles: membership.roles }] : [];
    requireRole({ memberships }, networkId, 'governor');
  }

  async find(
    manager: EntityManager,
    networkId: string,
    entityId: string,
  ): Promise<Membership | undefined> {
    return (await manager.findOneBy(MembershipRow, { networkId, entityId })) ?? undefined;
  }

  /** The networks of which the institution is a member. */
  async networksOf(manager: EntityManager, entityId: string): Promise<string[]> {
    const rows = await manager.findBy(MembershipRow, { entityId });
    return rows.filter(({ roles }) => roles.length > 0).map(({ networkId }) => networkId);
  }

  /** All members of the network except one. */
  others(manager: EntityManager, { networkId, entityId }: Membership): Promise<Membership[]> {
    return manager.findBy(MembershipRow, { networkId, entityId: Not(entityId) });
  }

  /** The members of a network, ordered by institution id. */
  list(networkId: string, page: Page): Promise<Membership[]> {
    const members = this.dataSource.manager
      .createQueryBuilder(MembershipRow, 'm')
      .where(`m.networkId = :networkId and m.roles <> '{}'`, { networkId });
    if (page.after) members.andWhere('m.entityId > :after', { after: page.after });
    return members.orderBy('m.entityId').limit(page.limit).getMany();
  }

  /** The given institutions that are members of one of the networks. Uses the primary key. */
  async membersAmong(
    networkIds: readonly string[],
    entityIds: readonly string[],
  ): Promise<string[]> {
    const rows = await this.dataSource.query<{ entity_id: string }[]>(
      `select distinct entity_id from membership
       where network_id = any($1::uuid[]) and entity_id = any($2::uuid[]) and roles <> '{}'`,
      [networkIds, entityIds],
    );
    return rows.map((row) => row.entity_id);
  }

  /**
   * Adds a membership without roles for an institution that has none yet, if the network exists.
   */
  async keepPlace(
    { networkId, entityId }: Pick<Membership, 'networkId' | 'entityId'>,
    now: Date,
  ): Promise<void> {
    await this.dataSource.query(
      `insert into membership (network_id, entity_id, roles, joined_at, revision)
       select id, $2, '{}', $3, 1 from network where id = $1
       on conflict (network_id, entity_id) do nothing`,
      [networkId, entityId, now],
    );
  }

  /**
   * @throws RESOURCE_CONFLICT when the name resembles the name of another member, or the institution
   *   is a member of as many networks as it may be
   */
  async save(manager: EntityManager, membership: Membership): Promise<void> {
    const isMember = membership.roles.length > 0;
    if (isMember) await this.requireRoom(manager, membership);
    const look = isMember ? await this.lookInNetwork(manager, membership) : NO_LOOK;
    await manager.save(MembershipRow, { ...membership, ...look });
  }

  /**
   * A member keeps its place, whatever the number of its networks. The lock of the institution lets
   * its concurrent admissions count each other.
   */
  private async requireRoom(
    manager: EntityManager,
    { networkId, entityId }: Membership,
  ): Promise<void> {
    const current = await this.find(manager, networkId, entityId);
    if (current && current.roles.length > 0) return;
    const lock = { mode: 'for_no_key_update' } as const;
    await manager.findOneOrFail(InstitutionRow, { where: { id: entityId }, lock });
    const networks = await manager
      .createQueryBuilder(MembershipRow, 'm')
      .where(`m.entityId = :entityId and m.roles <> '{}'`, { entityId })
      .getCount();
    const { networks: most } = BOUNDS.institution;
    if (networks < most) return;
    throw conflict('limit_reached', `an institution is a member of at most ${most} networks`);
  }

  /** Concurrent admissions of two such names are separated by the unique indexes. */
  private async lookInNetwork(
    manager: EntityManager,
    { networkId, entityId }: Membership,
  ): Promise<LookOfName> {
    const { name } = await manager.findOneByOrFail(InstitutionRow, { id: entityId });
    const look = lookOf(name);
    const others = { networkId, entityId: Not(entityId) };
    const isTaken = await manager.existsBy(MembershipRow, [
      { ...others, skeleton: look.skeleton },
      { ...others, foldedSkeleton: look.foldedSkeleton },
      { ...others, raisedSkeleton: look.raisedSkeleton },
    ]);
    if (isTaken) throw conflict('name_looks_alike', LOOKS_ALIKE);
    return look;
  }
}
