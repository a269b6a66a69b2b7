import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Membership } from '../domain/membership.js';
import { MembershipRepository } from '../storage/membership-repository.js';

/**
 * `POST /v1/networks/{network_id}/join`: from now on the network's governors may admit the caller's
 * institution (decision 0036). The answer is the same whether or not there is such a network.
 */
@Injectable()
export class AskToJoin {
  constructor(private readonly memberships: MembershipRepository) {}

  async run(
    principal: Principal,
    networkId: string,
  ): Promise<Pick<Membership, 'networkId' | 'entityId'>> {
    const place = { networkId, entityId: principal.entity_id };
    await this.memberships.keepPlace(place, new Date());
    return place;
  }
}
