import * as api from '@ndx/api';
import { requireMember, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { MembershipRepository } from '../storage/membership-repository.js';

/** Called by consent and policy, on behalf of the account that names institutions (design 3). */
@Controller()
export class InternalMembersController {
  constructor(private readonly memberships: MembershipRepository) {}

  @Handles(api.findMembers)
  async find(@Caller() principal: Principal, @Asked() { body }: Asked<typeof api.findMembers>) {
    for (const networkId of body.network_ids) requireMember(principal, networkId);
    const { network_ids: networkIds, entity_ids: entityIds } = body;
    return { entity_ids: await this.memberships.membersAmong(networkIds, entityIds) };
  }
}
