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
  /** The stored version with which they are compared; the latest by default. */
  readonly baseVersion: number | undefined;
}

export interface ComparedPolicy {
  /** With the terms of the version with which the configuration was compared. */
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

  /**
   * A member of the network can compare what it can read: two stored versions.
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR, as a save does
   */
  async compare(
    principal: Principal,
    id: string,
    { version, baseVersion, ...authored }: ComparedConfiguration,
  ): Promise<ComparedPolicy> {
    const policy = await this.policies.load(principal, id);
    const members = Object.values(authored);
    const isStored = version !== undefined && members.every((member) => member === undefined);
    if (!isStored) requireRole(principal, policy.networkId, 'governor');
    const modelSelections =
      authored.modelSelections &&
      (await this.selections.complete(policy, authored.modelSelections));
    // Beside a stored base, both have the status of their time, and not the present one.
    const isPast = baseVersion !== undefined;
    const from = await this.asIn(principal, policy, version, isPast);
    const changed = configure(from, { ...authored, modelSelections }, new Date());
    const base = await this.asIn(principal, policy, baseVersion, isPast);
    const dataset = datasetWithId(policy.productId);
    return { policy: base, comparison: compareConfigurations(dataset, base, changed) };
  }

  /** The policy with the terms of a stored version; as it is without one. */
  private async asIn(
    principal: Principal,
    policy: QueryingPolicy,
    version: number | undefined,
    isPast: boolean,
  ): Promise<QueryingPolicy> {
    if (version === undefined) return policy;
    const saved = await this.policies.loadVersion(principal, policy.id, version);
    const { name, isDefault, enforced, modelSelections, consent, permissiblePurposes } = saved;
    const terms = { name, isDefault, enforced, modelSelections, consent, permissiblePurposes };
    return { ...policy, ...terms, version, ...(isPast && { status: saved.status }) };
  }
}
