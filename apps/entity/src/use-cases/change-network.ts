import { NetworkChanged, type IdentityVisibility, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository } from '../storage/network-repository.js';

/** `PUT /v1/networks/{network_id}`: the settings of a network (design 5). */
@Injectable()
export class ChangeNetwork {
  constructor(
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller governs the network */
  setVisibility(
    principal: Principal,
    networkId: string,
    visibility: IdentityVisibility,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      await this.networks.lock(tx.manager, networkId);
      // Again under the lock: the caller may have lost its role while it waited.
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      if ((await this.networks.visibilityOf(tx.manager, networkId)) === visibility) return;
      await this.networks.setVisibility(tx.manager, networkId, visibility);
      tx.publish(NetworkChanged, {
        network_id: networkId,
        entity_id: principal.entity_id,
        identity_visibility: visibility,
      });
    });
  }
}
