import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Membership } from '../domain/membership.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { ChangeMembership } from '../use-cases/change-membership.js';

@Controller()
export class MembershipController {
  constructor(
    private readonly changeMembership: ChangeMembership,
    private readonly memberships: MembershipRepository,
  ) {}

  /** Afterwards the network's governors can admit the caller's institution (decision 0036). */
  @Handles(api.joinNetwork)
  async join(
    @Caller() { entity_id: entityId }: Principal,
    @Asked() { path: { network_id: networkId } }: Asked<typeof api.joinNetwork>,
  ) {
    await this.memberships.keepPlace({ networkId, entityId }, new Date());
    return { network_id: networkId, entity_id: entityId };
  }

  @Handles(api.listMemberships)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listMemberships>,
  ) {
    await this.memberships.requireGovernor(principal, path.network_id);
    const after = afterCursor(query.cursor);
    const members = await this.memberships.list(path.network_id, { limit: query.limit, after });
    return idPage(members, { after, idOf: (one) => one.entityId, show: toMembershipRecord });
  }

  @Handles(api.grantMembership)
  async grant(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.grantMembership>,
  ) {
    const place = { networkId: path.network_id, entityId: path.entity_id };
    const granted = await this.changeMembership.grant(principal, place, {
      roles: body.roles,
      expectedRevision: body.expected_revision,
    });
    return toMembershipRecord(granted);
  }

  @Handles(api.endMembership)
  async end(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.endMembership>) {
    const place = { networkId: path.network_id, entityId: path.entity_id };
    return toMembershipRecord(await this.changeMembership.end(principal, place));
  }
}

function toMembershipRecord(membership: Membership): api.AnswerOf<typeof api.grantMembership> {
  return {
    network_id: membership.networkId,
    entity_id: membership.entityId,
    roles: membership.roles,
    joined_at: membership.joinedAt.toISOString(),
    revision: membership.revision,
  };
}
