import { notFound } from '@ndx/contracts';
import { ID_ORDERS, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { digestOf, type Invitation } from '../domain/invitation.js';
import { InvitationRow } from './invitation-row.js';

export interface InvitationPage extends IdPlace {
  readonly limit: number;
}

const LOCK = { mode: 'pessimistic_write' } as const;

@Injectable()
export class InvitationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async save(manager: EntityManager, invitation: Invitation): Promise<void> {
    await manager.save(InvitationRow, { ...invitation, roles: [...invitation.roles] });
  }

  /** Uses the index invitation_by_secret. @throws RESOURCE_NOT_FOUND */
  withSecret(secret: string): Promise<Invitation> {
    return found(
      this.dataSource.manager.findOneBy(InvitationRow, { secretDigest: digestOf(secret) }),
    );
  }

  /** Locks it until the end of the transaction. @throws RESOURCE_NOT_FOUND */
  loadBySecret(manager: EntityManager, secret: string): Promise<Invitation> {
    const where = { secretDigest: digestOf(secret) };
    return found(manager.findOne(InvitationRow, { where, lock: LOCK }));
  }

  async find(networkId: string, id: string): Promise<Invitation | undefined> {
    return (await this.dataSource.manager.findOneBy(InvitationRow, { id, networkId })) ?? undefined;
  }

  /** Locks it until the end of the transaction. @throws RESOURCE_NOT_FOUND */
  load(manager: EntityManager, networkId: string, id: string): Promise<Invitation> {
    return found(manager.findOne(InvitationRow, { where: { id, networkId }, lock: LOCK }));
  }

  /** The number of open ones that an institution sent. Uses the index invitation_by_sender. */
  countOpen(manager: EntityManager, senderEntityId: string, now: Date): Promise<number> {
    return manager.countBy(InvitationRow, {
      senderEntityId,
      status: 'open',
      expiresAt: MoreThan(now),
    });
  }

  /**
   * A page of the invitations to one institution, or of a network to new institutions and to those whose
   * home it is. Uses the indexes invitation_by_entity and invitation_by_network.
   */
  list(
    networkId: string,
    entityId: string | undefined,
    page: InvitationPage,
  ): Promise<Invitation[]> {
    const listed = this.dataSource.manager
      .createQueryBuilder(InvitationRow, 'v')
      .where('v.networkId = :networkId', { networkId });
    if (entityId === undefined) {
      listed.andWhere(
        `(v.entityId is null or exists (select from institution i
          where i.id = v.entityId and i.home_network_id = v.networkId))`,
      );
    } else listed.andWhere('v.entityId = :entityId', { entityId });
    const { is, way } = ID_ORDERS[page.order];
    listed.andWhere(`v.id ${is} :after`, { after: page.after });
    return listed.orderBy('v.id', way).limit(page.limit).getMany();
  }
}

async function found(invitation: Promise<Invitation | null>): Promise<Invitation> {
  const row = await invitation;
  if (row === null) throw notFound('not_found', 'invitation not found');
  return row;
}
