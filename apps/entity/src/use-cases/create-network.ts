import { MembershipChanged, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { grantRoles, stateOfMembership } from '../domain/membership.js';
import { foundNetwork } from '../domain/network.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository, type NetworkOfCaller } from '../storage/network-repository.js';

export interface NetworkInput {
  readonly name: string;
  readonly id: string | undefined;
}

/** `POST /v1/networks`: a new network, governed by the institution that founds it (design 7). */
@Injectable()
export class CreateNetwork {
  constructor(
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /** @throws RESOURCE_CONFLICT when the id is taken */
  run(principal: Principal, input: NetworkInput): Promise<NetworkOfCaller> {
    return this.transactions.run(async (tx) => {
      const now = new Date();
      const network = foundNetwork(input.name, input.id, now);
      const place = { networkId: network.id, entityId: principal.entity_id };
      const membership = grantRoles(place, undefined, ['governor'], now);
      await this.networks.add(tx.manager, network);
      await this.memberships.save(tx.manager, membership);
      tx.publish(MembershipChanged, stateOfMembership(membership));
      return { ...network, roles: membership.roles };
    });
  }
}
