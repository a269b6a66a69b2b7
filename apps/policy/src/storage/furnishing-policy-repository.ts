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

  async save(manager: EntityManager, policy: FurnishingPolicy): Promise<void> {
    await manager.save(FurnishingPolicyRow, { ...policy });
  }
}
