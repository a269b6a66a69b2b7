import { MembershipChanged, NetworkFounded, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { grantRoles, stateOfMembership } from '../domain/membership.js';
import { foundNetwork, type NetworkInput } from '../domain/network.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository, type NetworkOfCaller } from '../storage/network-repository.js';

/** `POST /v1/networks`: a new network, governed by its founding institution (design 7). */
@Injectable()
export class CreateNetwork {
  constructor(
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * @throws VALIDATION_ERROR for an id that the institution may not choose, RESOURCE_CONFLICT when
   *   it already has that network
   */
  create(principal: Principal, input: Omit<NetworkInput, 'founderId'>): Promise<NetworkOfCaller> {
    return this.transactions.run(async (tx) => {
      const now = new Date();
      const network = foundNetwork({ ...input, founderId: principal.entity_id }, now);
      const place = { networkId: network.id, entityId: principal.entity_id };
      const membership = grantRoles(place, undefined, ['governor'], now);
      await this.networks.add(tx.manager, network);
      await this.memberships.save(tx.manager, membership);
      tx.publish(NetworkFounded, {
        network_id: network.id,
        entity_id: principal.entity_id,
        name: network.name,
      });
      tx.publish(MembershipChanged, stateOfMembership(membership));
      return { ...network, roles: membership.roles };
    });
  }
}
