import { conflict, QueryingPolicySaved, requireRole, type Principal, quoted } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { datasetWithId } from '../domain/catalogue.js';
import {
  draftQueryingPolicy,
  queryingPolicyState,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { NetworkProductRepository } from '../storage/network-product-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';

export interface NewQueryingPolicy {
  readonly networkId: string;
  readonly productId: string;
  readonly name: string;
}

/** `POST /v1/networks/policies/querying` (contract 4.4, design 7). */
@Injectable()
export class CreateQueryingPolicy {
  constructor(
    private readonly transactions: Transactions,
    private readonly networkProducts: NetworkProductRepository,
    private readonly policies: QueryingPolicyRepository,
  ) {}

  /**
   * Creates a draft at version 1.
   * @throws PERMISSION_DENIED, VALIDATION_ERROR when the catalogue has no such product or
   *   template, RESOURCE_CONFLICT when the pair has a policy of that name
   */
  create(principal: Principal, { name, ...pair }: NewQueryingPolicy): Promise<QueryingPolicy> {
    requireRole(principal, pair.networkId, 'governor');
    datasetWithId(pair.productId);
    return this.transactions.run(async (tx) => {
      const policy = draftQueryingPolicy(
        await this.networkProducts.obtain(tx.manager, pair),
        { entityId: principal.entity_id, name },
        new Date(),
      );
      if (await this.policies.isNameTaken(tx.manager, policy)) {
        throw conflict(
          'already_exists',
          `the network already has a querying policy named ${quoted(name)} for this product`,
        );
      }
      await this.policies.saveVersion(tx.manager, principal, { after: policy });
      tx.publish(QueryingPolicySaved, queryingPolicyState(policy));
      return policy;
    });
  }
}
