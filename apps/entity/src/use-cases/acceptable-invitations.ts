import { conflict, denied } from '@ndx/contracts';
import { SuspendedAccountError, type SignedUser } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireOpen, type Invitation } from '../domain/invitation.js';
import { AccountRepository } from '../storage/account-repository.js';
import { InstitutionRepository } from '../storage/institution-repository.js';

/** Decides whether a user may accept an invitation. */
@Injectable()
export class AcceptableInvitations {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly institutions: InstitutionRepository,
  ) {}

  /**
   * A suspended account gets nothing, not even by a new invitation.
   * @throws SuspendedAccountError
   */
  async requireNotSuspended(manager: EntityManager, user: SignedUser): Promise<void> {
    const statuses = await this.accounts.statusesOf(manager, user);
    if (statuses.includes('suspended')) throw new SuspendedAccountError();
  }

  /**
   * @throws RESOURCE_CONFLICT when it has ended, its sender may not send it any more, or the user has
   *   an account; PERMISSION_DENIED for a user of another organization
   */
  async require(manager: EntityManager, invitation: Invitation, user: SignedUser): Promise<void> {
    requireOpen(invitation, new Date());
    if (!(await this.isSenderEntitled(manager, invitation))) {
      throw conflict('invitation_ended', 'the sender administers the institution no more');
    }
    if ((await this.accounts.statusesOf(manager, user)).length > 0) {
      throw conflict('already_exists', 'the user of the token already has an account');
    }
    const { entityId } = invitation;
    if (entityId === null) return;
    const orgId = await this.institutions.organizationOf(manager, entityId);
    if (orgId !== user.organization) {
      throw denied('other_organization', 'the token is of another organization');
    }
  }

  /** An account of the institution itself, or of a governor of the network. */
  private isSenderEntitled(
    manager: EntityManager,
    { sentBy, senderEntityId, entityId, networkId }: Invitation,
  ): Promise<boolean> {
    return senderEntityId === entityId
      ? this.accounts.isActive(manager, sentBy)
      : this.accounts.governs(manager, sentBy, networkId);
  }
}
