import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf, User, type SignedUser } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { endOf, statusAt, type Invitation } from '../domain/invitation.js';
import { AcceptInvitation } from '../use-cases/accept-invitation.js';
import { AdministerInvitations } from '../use-cases/administer-invitations.js';
import { ReadInvitation } from '../use-cases/read-invitation.js';

@Controller()
export class InvitationController {
  constructor(
    private readonly administration: AdministerInvitations,
    private readonly reading: ReadInvitation,
    private readonly acceptance: AcceptInvitation,
  ) {}

  @Handles(api.sendInvitation)
  async send(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.sendInvitation>,
  ) {
    const { invitation, secret } = await this.administration.send(principal, {
      networkId: path.network_id,
      entityId: body.entity_id ?? undefined,
      ...(body.institution_name && { institutionName: body.institution_name }),
      ...(body.roles && { roles: body.roles }),
      email: body.email ?? null,
      validDays: body.valid_days,
    });
    return { ...toInvitationRecord(invitation), secret };
  }

  @Handles(api.listInvitations)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listInvitations>,
  ) {
    const place = placeOf(query);
    const to = { networkId: path.network_id, entityId: query.entity_id };
    const page = { ...place, limit: query.limit };
    const invitations = await this.administration.list(principal, to, page);
    return idPage(invitations, { ...place, idOf: ({ id }) => id, show: toInvitationRecord });
  }

  @Handles(api.revokeInvitation)
  async revoke(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.revokeInvitation>,
  ) {
    const { network_id: networkId, invitation_id: id } = path;
    return toInvitationRecord(await this.administration.revoke(principal, networkId, id));
  }

  @Handles(api.readInvitation)
  read(@User() user: SignedUser, @Asked() { body }: Asked<typeof api.readInvitation>) {
    return this.reading.read(user, body.secret);
  }

  @Handles(api.acceptInvitation)
  async accept(@User() user: SignedUser, @Asked() { body }: Asked<typeof api.acceptInvitation>) {
    const { id, networkId, entityId, accountId } = await this.acceptance.accept(user, body.secret);
    return {
      ...{ invitation_id: id, network_id: networkId },
      ...{ entity_id: entityId, account_id: accountId },
    };
  }
}

function toInvitationRecord(invitation: Invitation): api.AnswerOf<typeof api.revokeInvitation> {
  const now = new Date();
  return {
    invitation_id: invitation.id,
    network_id: invitation.networkId,
    entity_id: invitation.entityId,
    institution_name: invitation.institutionName,
    roles: [...invitation.roles],
    email: invitation.email,
    sent_by: invitation.sentBy,
    sender_entity_id: invitation.senderEntityId,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    status: statusAt(invitation, now),
    account_id: invitation.accountId,
    ended_at: endOf(invitation, now)?.toISOString() ?? null,
  };
}
