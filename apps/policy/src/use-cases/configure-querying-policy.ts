import { conflict, QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { datasetWithId } from '../domain/catalogue.js';
import { completeSelections, type AuthoredModelSelection } from '../domain/model-selections.js';
import { requireVersion } from '../domain/policy.js';
import {
  ceaseToBeDefault,
  configure,
  queryingPolicyState,
  type Configuration,
  type QueryingPolicy,
} from '../domain/querying-policy.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';

export interface AuthoredConfiguration extends Omit<Configuration, 'modelSelections'> {
  readonly modelSelections: readonly AuthoredModelSelection[] | undefined;
  readonly expectedVersion: number | undefined;
}

/** `PUT /v1/networks/policies/querying/{policy_id}/configuration` (contract 4.4, design 7). */
@Injectable()
export class ConfigureQueryingPolicy {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR */
  configure(
    principal: Principal,
    id: string,
    { expectedVersion, ...authored }: AuthoredConfiguration,
  ): Promise<QueryingPolicy> {
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      requireVersion(policy, expectedVersion);
      const modelSelections =
        authored.modelSelections &&
        completeSelections(datasetWithId(policy.productId), authored.modelSelections);
      const now = new Date();
      const configured = configure(policy, { ...authored, modelSelections }, now);
      await this.requireFreeName(tx, configured);
      if (configured.isDefault) await this.retireOtherDefault(tx, configured, now);
      await this.policies.saveVersion(tx.manager, principal, configured);
      tx.publish(QueryingPolicySaved, queryingPolicyState(configured));
      return configured;
    });
  }

  private async requireFreeName(tx: Transaction, policy: QueryingPolicy): Promise<void> {
    if (await this.policies.isNameTaken(tx.manager, policy)) {
      throw conflict(
        `the network has a querying policy named ${policy.name} for this product already`,
      );
    }
  }

  private async retireOtherDefault(
    tx: Transaction,
    next: QueryingPolicy,
    now: Date,
  ): Promise<void> {
    const former = await this.policies.otherDefault(tx.manager, next);
    if (!former) return;
    const retired = ceaseToBeDefault(former, now);
    await this.policies.save(tx.manager, retired);
    tx.publish(QueryingPolicySaved, queryingPolicyState(retired));
  }
}
