import * as api from '@ndx/api';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MembershipRepository } from '../storage/membership-repository.js';
import { requireMemberOrPolicy } from './member-or-policy.js';

/**
 * Called by consent and policy, on behalf of the account that names institutions (design 3), or by
 * policy as itself at the time of a scheduled publication.
 */
@Controller()
export class InternalMembersController {
  constructor(private readonly memberships: MembershipRepository) {}

  @Handles(api.findMembers)
  async find(@Req() request: FastifyRequest, @Asked() { body }: Asked<typeof api.findMembers>) {
    for (const networkId of body.network_ids) requireMemberOrPolicy(request, networkId);
    const { network_ids: networkIds, entity_ids: entityIds } = body;
    return { entity_ids: await this.memberships.membersAmong(networkIds, entityIds) };
  }
}
