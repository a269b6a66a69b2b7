import {
  BOUNDS,
  conflict,
  InvitationChanged,
  newId,
  notFound,
  type Principal,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  createSecret,
  digestOf,
  expiryOf,
  newInstitution,
  requireNoNew,
  revoke,
  stateOfInvitation,
  type Invitation,
  type InvitedInstitution,
} from '../domain/invitation.js';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { InvitationRepository, type InvitationPage } from '../storage/invitation-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { AccountAdministrators } from './account-administrators.js';

export interface InvitationInput extends Partial<Pick<Invitation, 'institutionName' | 'roles'>> {
  readonly networkId: string;
  readonly entityId: string | undefined;
  readonly email: string | null;
  readonly validDays: number;
}

/** The invitations that administrators send (decision 0129). */
@Injectable()
export class AdministerInvitations {
  constructor(
    private readonly transactions: Transactions,
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
    private readonly administrators: AccountAdministrators,
    private readonly invitations: InvitationRepository,
  ) {}

  /**
   * The invitation and its secret, which is not stored.
   * @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when the
   *   institution has as many open ones as it may have
   */
  async send(
    principal: Principal,
    input: InvitationInput,
  ): Promise<{ readonly invitation: Invitation; readonly secret: string }> {
    const invited = await this.invitedInstitution(principal, input);
    const secret = createSecret();
    const invitation = await this.transactions.run(async ({ manager, publish }) => {
      // The lock lets concurrent invitations count each other.
      await this.institutions.lock(manager, principal.entity_id);
      const now = new Date();
      const { invitations: most } = BOUNDS.institution;
      if ((await this.invitations.countOpen(manager, principal.entity_id, now)) >= most) {
        throw conflict('limit_reached', `an institution has at most ${most} open invitations`);
      }
      const sent: Invitation = {
        ...invited,
        ...{ id: newId(), networkId: input.networkId, email: input.email },
        ...{ sentBy: principal.account_id, senderEntityId: principal.entity_id },
        ...{ createdAt: now, expiresAt: expiryOf(now, input.validDays) },
        ...{ secretDigest: digestOf(secret), status: 'open', accountId: null, endedAt: null },
      };
      await this.invitations.save(manager, sent);
      publish(InvitationChanged, stateOfInvitation(sent));
      return sent;
    });
    return { invitation, secret };
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND */
  async list(
    principal: Principal,
    { networkId, entityId }: Pick<InvitationInput, 'networkId' | 'entityId'>,
    page: InvitationPage,
  ): Promise<Invitation[]> {
    await this.requireAdministrator(principal, networkId, entityId ?? null);
    return this.invitations.list(networkId, entityId, page);
  }

  /** Idempotent. @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when accepted */
  async revoke(principal: Principal, networkId: string, id: string): Promise<Invitation> {
    const known = await this.invitations.find(networkId, id);
    // Absent and foreign invitations are alike to callers that do not govern the network.
    if (known?.entityId !== principal.entity_id) {
      await this.memberships.requireGovernor(principal, networkId);
    }
    if (!known) throw notFound('not_found', 'invitation not found');
    await this.requireAdministrator(principal, networkId, known.entityId);
    return this.transactions.run(async ({ manager, publish }) => {
      const current = await this.invitations.load(manager, networkId, id);
      const revoked = revoke(current, new Date());
      if (revoked === current) return current;
      await this.invitations.save(manager, revoked);
      publish(InvitationChanged, stateOfInvitation(revoked));
      return revoked;
    });
  }

  private async invitedInstitution(
    principal: Principal,
    { networkId, entityId, institutionName, roles }: InvitationInput,
  ): Promise<InvitedInstitution> {
    if (entityId === undefined) {
      await this.memberships.requireGovernor(principal, networkId);
      return newInstitution(institutionName, roles);
    }
    const { name } = await this.administrators.require(principal, { networkId, entityId });
    requireNoNew(institutionName, roles);
    return { entityId, institutionName: name, roles: [] };
  }

  private async requireAdministrator(
    principal: Principal,
    networkId: string,
    entityId: string | null,
  ): Promise<void> {
    if (entityId === null) await this.memberships.requireGovernor(principal, networkId);
    else await this.administrators.require(principal, { networkId, entityId });
  }
}
