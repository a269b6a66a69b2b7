import * as api from '@ndx/api';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NetworkRepository } from '../storage/network-repository.js';
import { requireMemberOrPolicy } from './member-or-policy.js';

/**
 * Called by policy, on behalf of the account that changes a policy, or as itself at the time of a
 * scheduled publication.
 */
@Controller()
export class InternalNetworksController {
  constructor(private readonly networks: NetworkRepository) {}

  @Handles(api.findPolicyChanges)
  async find(
    @Req() request: FastifyRequest,
    @Asked() { body }: Asked<typeof api.findPolicyChanges>,
  ) {
    requireMemberOrPolicy(request, body.network_id);
    return { policy_changes: await this.networks.policyChangesOf(body.network_id) };
  }
}
