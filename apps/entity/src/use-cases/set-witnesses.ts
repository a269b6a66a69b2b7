import { WitnessesChanged, type Principal, type Witness } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { ownedRow, revisionAfter } from '@ndx/replication';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireWitnesses, stateOfWitnesses, type NetworkWitnesses } from '../domain/witnesses.js';
import type { EntityConfig } from '../entity.config.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository } from '../storage/network-repository.js';
import { WitnessesRow } from '../storage/witnesses-row.js';

/** `GET` and `PUT /v1/networks/{network_id}/witnesses`. */
@Injectable()
export class SetWitnesses {
  private readonly origins: readonly string[];

  constructor(
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly memberships: MembershipRepository,
    private readonly dataSource: DataSource,
    @Inject(CONFIG) { WITNESS_ORIGINS }: EntityConfig,
  ) {
    this.origins = WITNESS_ORIGINS.split(',');
  }

  /** @throws PERMISSION_DENIED unless the caller belongs to the network */
  async list(principal: Principal, networkId: string): Promise<readonly Witness[]> {
    await this.networks.read(principal, networkId);
    const row = await this.dataSource.manager.findOneBy(WitnessesRow, { id: networkId });
    return row?.witnesses ?? [];
  }

  /** @throws PERMISSION_DENIED unless the caller governs the network, VALIDATION_ERROR */
  set(
    principal: Principal,
    networkId: string,
    witnesses: readonly Witness[],
  ): Promise<readonly Witness[]> {
    requireWitnesses(witnesses, this.origins);
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      await this.networks.lock(tx.manager, networkId);
      // Again under the lock: the caller may have lost its role while it waited.
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      const current = await tx.manager.findOneBy(WitnessesRow, { id: networkId });
      const changed = {
        id: networkId,
        witnesses,
        entityId: principal.entity_id,
        revision: (current?.revision ?? 0) + 1,
      };
      await tx.manager.save(WitnessesRow, changed);
      tx.publish(WitnessesChanged, stateOfWitnesses(changed));
      return witnesses;
    });
  }
}

/** Recovers witnesses whose read model is ahead: the stored ones apply. */
export const OWNED_WITNESSES = ownedRow<NetworkWitnesses>(
  'witnesses',
  WitnessesRow,
  async ({ manager, publish }, own, readModel) => {
    const recovered = { ...own, revision: revisionAfter(own, readModel) };
    await manager.save(WitnessesRow, recovered);
    publish(WitnessesChanged, stateOfWitnesses(recovered));
    return 'republished';
  },
);
