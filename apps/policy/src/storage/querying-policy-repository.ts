import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { NetworkProductRepository } from './network-product-repository.js';
import { PolicyRepository } from './policy-repository.js';
import { QueryingPolicyRow } from './querying-policy-row.js';
import { QueryingPolicyVersionRow } from './querying-policy-version-row.js';

@Injectable()
export class QueryingPolicyRepository extends PolicyRepository<QueryingPolicyRow> {
  constructor(dataSource: DataSource, networkProducts: NetworkProductRepository) {
    super(QueryingPolicyRow, dataSource, networkProducts);
  }

  /**
   * A version as saved. @throws RESOURCE_NOT_FOUND, also when the policy is not visible to the
   * caller
   */
  async loadVersion(
    principal: Principal,
    id: string,
    version: number,
  ): Promise<QueryingPolicyVersionRow & Pick<QueryingPolicy, 'productId'>> {
    const { productId } = await this.load(principal, id);
    const where = { policyId: id, version };
    const saved = await this.dataSource.manager.findOneBy(QueryingPolicyVersionRow, where);
    if (!saved) throw notFound('policy_not_found', 'there is no such version of the policy');
    return Object.assign(saved, { productId });
  }

  /** Whether another policy of the pair has the name. */
  isNameTaken(
    manager: EntityManager,
    { id, networkProductId, name }: Pick<QueryingPolicy, 'id' | 'networkProductId' | 'name'>,
  ): Promise<boolean> {
    return this.select(manager)
      .where('policy.networkProductId = :networkProductId', { networkProductId })
      .andWhere('policy.name = :name and policy.id <> :id', { name, id })
      .getExists();
  }

  /** The pair's default, unless it is the given policy. */
  otherDefault(
    manager: EntityManager,
    { id, networkProductId }: Pick<QueryingPolicy, 'id' | 'networkProductId'>,
  ): Promise<QueryingPolicy | null> {
    return this.select(manager)
      .where('policy.networkProductId = :networkProductId', { networkProductId })
      .andWhere('policy.isDefault and policy.id <> :id', { id })
      .getOne();
  }

  /** Saves a configuration with its version, which is never written again. */
  async saveVersion(
    manager: EntityManager,
    principal: Principal,
    policy: QueryingPolicy,
  ): Promise<void> {
    await this.save(manager, policy);
    await manager.insert(QueryingPolicyVersionRow, {
      policyId: policy.id,
      version: policy.version,
      accountId: principal.account_id,
      name: policy.name,
      status: policy.status,
      isDefault: policy.isDefault,
      enforced: policy.enforced,
      modelSelections: [...policy.modelSelections],
      consent: policy.consent,
      permissiblePurposes: [...policy.permissiblePurposes],
      savedAt: policy.updatedAt,
    });
  }

  async save(manager: EntityManager, policy: QueryingPolicy): Promise<void> {
    await manager.save(QueryingPolicyRow, {
      ...policy,
      modelSelections: [...policy.modelSelections],
      permissiblePurposes: [...policy.permissiblePurposes],
    });
  }
}
