import {
  conflict,
  FurnishingPolicySaved,
  requireRole,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { datasetWithId } from '../domain/catalogue.js';
import {
  amend,
  furnishingPolicyState,
  requireUnstarted,
  type FurnishingPolicy,
  type FurnishingTerms,
} from '../domain/furnishing-policy.js';
import { requireVersion } from '../domain/policy.js';
import { FurnishingPolicyRepository } from '../storage/furnishing-policy-repository.js';

export interface FurnishingAmendment {
  /** Only the members to change. */
  readonly changes: Partial<FurnishingTerms>;
  readonly expectedVersion: number | undefined;
}

/** `PUT /v1/networks/policies/furnishing/{policy_id}/configuration` (contract 7.5, design 7). */
@Injectable()
export class ConfigureFurnishingPolicy {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: FurnishingPolicyRepository,
    private readonly reviewed: ReviewedNetworks,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR */
  async configure(
    principal: Principal,
    id: string,
    { changes, expectedVersion }: FurnishingAmendment,
  ): Promise<FurnishingPolicy> {
    const { networkId } = await this.policies.load(principal, id);
    requireRole(principal, networkId, 'governor');
    const isReviewed = await this.reviewed.includes(networkId);
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      requireVersion(policy, expectedVersion);
      if (isReviewed) requireUnstarted(policy, changes);
      const amended = amend(policy, changes, new Date());
      if (amended.name !== policy.name) {
        const other = await this.policies.latest(tx.manager, policy.networkProductId, amended.name);
        if (other)
          throw conflict(
            'already_exists',
            `the network already has a policy named ${quoted(other.name)} for this product`,
          );
      }
      await this.policies.save(tx.manager, amended);
      tx.publish(
        FurnishingPolicySaved,
        furnishingPolicyState(datasetWithId(policy.productId), amended),
      );
      return amended;
    });
  }
}
