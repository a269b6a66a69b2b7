import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { versionOrigin, type Publication } from '../domain/draft-approval.js';
import type { Author } from '../domain/policy-draft.js';
import {
  hasSameRules,
  type QueryingPolicy,
  type VersionOrigin,
} from '../domain/querying-policy.js';
import { NetworkProductRepository } from './network-product-repository.js';
import { PolicyRepository } from './policy-repository.js';
import { QueryingPolicyRow } from './querying-policy-row.js';
import { QueryingPolicyVersionRow } from './querying-policy-version-row.js';

/** A configuration, and the draft that it was, if any. */
interface SavedVersion {
  readonly after: QueryingPolicy;
  readonly published?: Publication;
}

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
  ): Promise<QueryingPolicyVersionRow & Pick<QueryingPolicy, 'productId' | 'networkId'>> {
    const { productId, networkId } = await this.load(principal, id);
    const where = { policyId: id, version };
    const saved = await this.dataSource.manager.findOneBy(QueryingPolicyVersionRow, where);
    if (!saved) throw notFound('policy_not_found', 'there is no such version of the policy');
    return Object.assign(saved, { productId, networkId });
  }

  /**
   * The draft that was published as the latest version; null when none was, or when a recovery
   * replaced its rules by those of a lost history, which can have the same number.
   */
  async publishedDraftOf(
    manager: EntityManager,
    policy: QueryingPolicy,
  ): Promise<{ readonly digest: string; readonly origin: VersionOrigin } | null> {
    const { id: policyId, version } = policy;
    const saved = await manager.findOneBy(QueryingPolicyVersionRow, { policyId, version });
    if (!saved?.draftDigest || !hasSameRules(saved, policy)) return null;
    const { draftDigest: digest, approval, breakGlassReason, accountId, entityId, savedAt } = saved;
    const published = { digest, approval, breakGlassReason, accountId, entityId };
    return { digest, origin: versionOrigin(published, savedAt) };
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
    principal: Author,
    { after: policy, published }: SavedVersion,
  ): Promise<void> {
    await this.save(manager, policy);
    await manager.insert(QueryingPolicyVersionRow, {
      policyId: policy.id,
      version: policy.version,
      accountId: principal.account_id,
      entityId: principal.entity_id,
      draftDigest: published?.draft.digest ?? null,
      authorAccountId: published?.draft.accountId ?? null,
      comment: published?.draft.comment ?? null,
      approval: published?.approval ?? null,
      breakGlassReason: published?.breakGlassReason ?? null,
      failedTests: published?.failedTests ?? [],
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
