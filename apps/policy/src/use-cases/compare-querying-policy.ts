import {
  compareConfigurations,
  type AuthoredModelSelection,
  type PolicyComparison,
} from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { datasetWithId } from '../domain/catalogue.js';
import { configure, type Configuration, type QueryingPolicy } from '../domain/querying-policy.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';

export interface ComparedConfiguration extends Omit<Configuration, 'modelSelections'> {
  readonly modelSelections: readonly AuthoredModelSelection[] | undefined;
  /** The stored version whose members apply where they are omitted; the latest by default. */
  readonly version: number | undefined;
}

export interface ComparedPolicy {
  readonly policy: QueryingPolicy;
  readonly comparison: PolicyComparison;
}

/** `POST /v1/networks/policies/querying/{policy_id}/comparison` (design 7). */
@Injectable()
export class CompareQueryingPolicy {
  constructor(
    private readonly policies: QueryingPolicyRepository,
    private readonly selections: CheckSelections,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR, as a save does */
  async compare(
    principal: Principal,
    id: string,
    { version, ...authored }: ComparedConfiguration,
  ): Promise<ComparedPolicy> {
    const policy = await this.policies.load(principal, id);
    requireRole(principal, policy.networkId, 'governor');
    const modelSelections =
      authored.modelSelections &&
      (await this.selections.complete(policy, authored.modelSelections));
    const from = version === undefined ? policy : await this.asIn(principal, policy, version);
    const changed = configure(from, { ...authored, modelSelections }, new Date());
    const dataset = datasetWithId(policy.productId);
    return { policy, comparison: compareConfigurations(dataset, policy, changed) };
  }

  /** The policy with the terms of a stored version. */
  private async asIn(
    principal: Principal,
    policy: QueryingPolicy,
    version: number,
  ): Promise<QueryingPolicy> {
    const saved = await this.policies.loadVersion(principal, policy.id, version);
    const { name, isDefault, enforced, modelSelections, consent, permissiblePurposes } = saved;
    const terms = { name, isDefault, enforced, modelSelections, consent, permissiblePurposes };
    return { ...policy, ...terms };
  }
}
