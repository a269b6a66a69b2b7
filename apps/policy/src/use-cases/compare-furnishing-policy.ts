import { compareAcceptance, type PolicyComparison } from '@ndx/catalog';
import { requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import {
  changeBy,
  checkedTerms,
  type AuthoredFurnishingDraft,
  type FurnishingPolicyInPlace,
} from '../domain/furnishing-policy-draft.js';
import { FurnishingPolicyStandings } from '../storage/furnishing-policy-standings.js';

/** The terms of a draft; an omitted one is as in the policy. */
export type ComparedTerms = Pick<
  AuthoredFurnishingDraft,
  'status' | 'policyMetadata' | 'deprecatedOn'
>;

export interface ComparedFurnishingPolicy {
  readonly policy: FurnishingPolicyInPlace;
  /** The effect of the publication on the records that the network accepts. */
  readonly comparison: PolicyComparison;
}

/** `POST /v1/networks/policies/furnishing/{policy_id}/comparison` (decision 0114). */
@Injectable()
export class CompareFurnishingPolicy {
  constructor(private readonly policies: FurnishingPolicyStandings) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR, as a save does */
  async compare(
    principal: Principal,
    id: string,
    authored: ComparedTerms,
  ): Promise<ComparedFurnishingPolicy> {
    const policy = await this.policies.load(principal, id);
    requireRole(principal, policy.networkId, 'governor');
    const terms = checkedTerms(policy, authored, new Date());
    const { before, after } = changeBy(policy, { status: authored.status, ...terms });
    return { policy, comparison: compareAcceptance(before, after) };
  }
}
