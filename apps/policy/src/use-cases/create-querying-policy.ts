import { selectionsWithin } from '@ndx/catalog';
import {
  conflict,
  invalid,
  QueryingPolicySaved,
  requireRole,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { datasetWithId } from '../domain/catalogue.js';
import {
  consentDemandOf,
  draftQueryingPolicy,
  queryingPolicyState,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { NetworkProductRepository } from '../storage/network-product-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';

export interface NewQueryingPolicy {
  readonly networkId: string;
  readonly productId: string;
  readonly name: string;
  /** A policy whose rules the new one has. */
  readonly copyOf: string | undefined;
}

/** `POST /v1/networks/policies/querying` (contract 4.4, design 7). */
@Injectable()
export class CreateQueryingPolicy {
  constructor(
    private readonly transactions: Transactions,
    private readonly networkProducts: NetworkProductRepository,
    private readonly policies: QueryingPolicyRepository,
    private readonly selections: CheckSelections,
  ) {}

  /**
   * Creates a draft at version 1.
   * @throws PERMISSION_DENIED, VALIDATION_ERROR when the catalogue has no such product or template,
   *   or when the copied rules do not fit it, RESOURCE_NOT_FOUND when the caller may not read the
   *   policy to copy, RESOURCE_CONFLICT when the pair has a policy of that name
   */
  async create(
    principal: Principal,
    { name, copyOf, ...pair }: NewQueryingPolicy,
  ): Promise<QueryingPolicy> {
    requireRole(principal, pair.networkId, 'governor');
    datasetWithId(pair.productId);
    const rules = copyOf === undefined ? {} : await this.rulesOf(principal, copyOf, pair);
    return this.transactions.run(async (tx) => {
      const created = draftQueryingPolicy(
        await this.networkProducts.obtain(tx.manager, pair),
        { entityId: principal.entity_id, name },
        new Date(),
      );
      const policy = { ...created, ...rules };
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

  /** The rules of another policy, for a network and product. */
  private async rulesOf(
    principal: Principal,
    id: string,
    pair: Pick<NewQueryingPolicy, 'networkId' | 'productId'>,
  ): Promise<Pick<QueryingPolicy, 'modelSelections' | 'consent' | 'permissiblePurposes'>> {
    const copied = await this.policies.load(principal, id);
    const { permissiblePurposes } = copied;
    // The default requirement of another product can be a weaker one.
    const isSame = copied.productId === pair.productId;
    const consent = isSame ? copied.consent : consentDemandOf(copied);
    const authored = selectionsWithin(
      datasetWithId(pair.productId),
      datasetWithId(copied.productId),
      copied.modelSelections,
    );
    if (authored.length === 0 && copied.modelSelections.length > 0) {
      throw invalid(
        'invalid_policy',
        'the product has no model that the policy to copy restricts, so a copy would release every field',
      );
    }
    const modelSelections = await this.selections.complete(pair, authored);
    return { modelSelections, consent, permissiblePurposes };
  }
}
