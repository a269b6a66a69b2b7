import type { AnswerOf, readInvitation } from '@ndx/api';
import type { SignedUser } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { InvitationRepository } from '../storage/invitation-repository.js';
import { NetworkRepository } from '../storage/network-repository.js';
import { AcceptableInvitations } from './acceptable-invitations.js';

/** `POST /v1/invitations/read`: the content of an invitation for its user (decision 0129). */
@Injectable()
export class ReadInvitation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly invitations: InvitationRepository,
    private readonly acceptable: AcceptableInvitations,
    private readonly institutions: InstitutionRepository,
    private readonly networks: NetworkRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT, PERMISSION_DENIED as the acceptance, SuspendedAccountError */
  async read(user: SignedUser, secret: string): Promise<AnswerOf<typeof readInvitation>> {
    const { manager } = this.dataSource;
    await this.acceptable.requireNotSuspended(manager, user);
    const invitation = await this.invitations.withSecret(secret);
    await this.acceptable.require(manager, invitation, user);
    const { networkId, entityId, institutionName, senderEntityId } = invitation;
    return {
      network_name: await this.networks.nameOf(networkId),
      institution_name: institutionName,
      is_new_institution: entityId === null,
      roles: [...invitation.roles],
      sender_name: await this.institutions.nameOf(senderEntityId),
      expires_at: invitation.expiresAt.toISOString(),
    };
  }
}
