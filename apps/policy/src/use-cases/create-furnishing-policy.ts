import { rulesWithin, type Dataset, type PolicyMetadata } from '@ndx/catalog';
import { FurnishingPolicySaved, requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { datasetWithId } from '../domain/catalogue.js';
import {
  draftFurnishingPolicy,
  furnishingPolicyState,
  requireUnstarted,
  type FurnishingPolicy,
  type FurnishingTerms,
} from '../domain/furnishing-policy.js';
import { FurnishingPolicyRepository } from '../storage/furnishing-policy-repository.js';
import { NetworkProductRepository } from '../storage/network-product-repository.js';

export interface NewFurnishingPolicy {
  readonly networkId: string;
  readonly productId: string;
  readonly schemaVersion: string | undefined;
  /** A policy whose rules the new one has, beside those in the terms. */
  readonly copyOf: string | undefined;
  readonly terms: FurnishingTerms;
}

/** `POST /v1/networks/policies/furnishing` (design 7). */
@Injectable()
export class CreateFurnishingPolicy {
  constructor(
    private readonly transactions: Transactions,
    private readonly networkProducts: NetworkProductRepository,
    private readonly policies: FurnishingPolicyRepository,
    private readonly reviewed: ReviewedNetworks,
  ) {}

  /**
   * A new policy, or the next version of the policy with that name.
   * @throws PERMISSION_DENIED, VALIDATION_ERROR, RESOURCE_NOT_FOUND when the caller may not read the
   *   policy to copy, RESOURCE_CONFLICT when a draft has the name
   */
  async create(principal: Principal, input: NewFurnishingPolicy): Promise<FurnishingPolicy> {
    const { networkId, productId, schemaVersion, copyOf, terms } = input;
    requireRole(principal, networkId, 'governor');
    const dataset = datasetWithId(productId);
    if (terms.activeOn !== null && (await this.reviewed.includes(networkId))) {
      requireUnstarted(null, terms);
    }
    const copied = copyOf === undefined ? {} : await this.rulesOf(principal, copyOf, dataset);
    const policyMetadata = { ...copied, ...terms.policyMetadata };
    return this.transactions.run(async (tx) => {
      const pair = await this.networkProducts.obtain(tx.manager, { networkId, productId });
      const policy = draftFurnishingPolicy(
        pair,
        { ...terms, policyMetadata, schemaVersion, entityId: principal.entity_id },
        await this.policies.latest(tx.manager, pair.id, terms.name),
        new Date(),
      );
      await this.policies.save(tx.manager, policy);
      tx.publish(FurnishingPolicySaved, furnishingPolicyState(dataset, policy));
      return policy;
    });
  }

  /** The rules of another policy, for a product. */
  private async rulesOf(
    principal: Principal,
    id: string,
    dataset: Dataset,
  ): Promise<PolicyMetadata> {
    const { productId, policyMetadata } = await this.policies.load(principal, id);
    return rulesWithin(dataset, datasetWithId(productId), policyMetadata);
  }
}
