import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import { FurnishingPolicyRow } from './furnishing-policy-row.js';
import { NetworkProductRepository } from './network-product-repository.js';
import { PolicyRepository } from './policy-repository.js';

@Injectable()
export class FurnishingPolicyRepository extends PolicyRepository<FurnishingPolicyRow> {
  constructor(dataSource: DataSource, networkProducts: NetworkProductRepository) {
    super(FurnishingPolicyRow, dataSource, networkProducts);
  }

  /** The latest version of a name for a pair. */
  async latest(
    manager: EntityManager,
    networkProductId: string,
    name: string,
  ): Promise<FurnishingPolicy | undefined> {
    const policy = await this.select(manager)
      .where('policy.networkProductId = :networkProductId', { networkProductId })
      .andWhere('policy.name = :name', { name })
      .orderBy('policy.version', 'DESC')
      .limit(1)
      .getOne();
    return policy ?? undefined;
  }

  /**
   * The policies of the pair that are active now: first the one that applies, in the order in which
   * furnishing selects it; then the one that would apply without it.
   */
  governing(
    manager: EntityManager,
    { networkProductId }: Pick<FurnishingPolicy, 'networkProductId'>,
  ): Promise<FurnishingPolicy[]> {
    const now = new Date();
    return this.select(manager)
      .where('policy.networkProductId = :networkProductId', { networkProductId })
      .andWhere('policy.activeOn <= :now', { now })
      .andWhere('(policy.deprecatedOn is null or policy.deprecatedOn > :now)', { now })
      .orderBy('policy.activeOn', 'DESC')
      .addOrderBy('policy.version', 'DESC')
      .addOrderBy('policy.id')
      .limit(2)
      .getMany();
  }

  /** The policy that the publication of a draft made; null when none did. */
  ofDraft(
    manager: EntityManager,
    { networkProductId }: Pick<FurnishingPolicy, 'networkProductId'>,
    digest: string,
  ): Promise<FurnishingPolicy | null> {
    return this.select(manager)
      .where('policy.networkProductId = :networkProductId', { networkProductId })
      .andWhere("(policy.publication->>'digest' = :digest or policy.ending->>'digest' = :digest)", {
        digest,
      })
      .getOne();
  }

  async save(manager: EntityManager, policy: FurnishingPolicy): Promise<void> {
    await manager.save(FurnishingPolicyRow, { ...policy });
  }
}
