import { NetworkChanged, requireRevision, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { ownedRow, revisionAfter } from '@ndx/replication';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  changeNetwork,
  networkChanged,
  type ChangedNetwork,
  type Network,
  type NetworkSettings,
} from '../domain/network.js';
import { AccountRepository } from '../storage/account-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository } from '../storage/network-repository.js';
import { NetworkRow } from '../storage/network-row.js';

export interface SettingsChange {
  /** The settings to set; others stay. */
  readonly settings: Partial<NetworkSettings>;
  readonly expectedRevision: number | undefined;
}

/** `PUT /v1/networks/{network_id}`: the settings of a network (design 5). */
@Injectable()
export class ChangeNetwork {
  constructor(
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly memberships: MembershipRepository,
    private readonly accounts: AccountRepository,
  ) {}

  /**
   * @throws PERMISSION_DENIED unless the caller governs the network, RESOURCE_CONFLICT when it has
   *   changed
   */
  change(
    principal: Principal,
    networkId: string,
    { settings, expectedRevision }: SettingsChange,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      const locked = await this.networks.lock(tx.manager, networkId);
      const network = await this.withStandingRequest(tx.manager, locked);
      // Again under the lock: the caller may have lost its role while it waited.
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      requireRevision('network', network, expectedRevision);
      const changed = changeNetwork(network, settings, principal.account_id);
      await this.networks.save(tx.manager, changed, principal.entity_id);
      tx.publish(NetworkChanged, networkChanged(changed, principal.entity_id));
    });
  }

  /** A request to end the review lapses with the account that made it, or with its role. */
  private async withStandingRequest(manager: EntityManager, network: Network): Promise<Network> {
    const { id, directChangesRequestedBy: accountId } = network;
    if (accountId === null || (await this.accounts.governs(manager, accountId, id))) return network;
    return { ...network, directChangesRequestedBy: null };
  }
}

/** Recovers settings whose read model is ahead: the stored ones apply. */
export const OWNED_NETWORKS = ownedRow<ChangedNetwork>(
  'network',
  NetworkRow,
  async ({ manager, publish }, own, readModel) => {
    const recovered = { ...own, revision: revisionAfter(own, readModel) };
    await manager.save(NetworkRow, recovered);
    publish(NetworkChanged, networkChanged(recovered, own.changedBy ?? own.id));
    return 'republished';
  },
);
