import { completeSelections, datasetById, type AuthoredModelSelection } from '@ndx/catalog';
import {
  hasRole,
  invalid,
  notFound,
  type ModelSelection,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DecisionRepository } from '../../storage/decision-repository.js';

/** A policy to answer a past query under, as the request names it: one that is stored, or its selections. */
export interface NamedDraft {
  readonly policyId?: string | undefined;
  /** Undefined: the latest. */
  readonly policyVersion?: number | undefined;
  readonly modelSelections?: readonly AuthoredModelSelection[] | undefined;
}

/** The selections of a draft; without an id when the request has them. */
export interface DraftPolicy {
  readonly policyId: string | null;
  readonly version: number | null;
  readonly selections: readonly ModelSelection[];
}

/** Finds the policy that a simulation names. */
@Injectable()
export class DraftPolicies {
  constructor(private readonly decisions: DecisionRepository) {}

  /**
   * @returns undefined when the request names none
   * @throws VALIDATION_ERROR, RESOURCE_NOT_FOUND for a policy of a network that the caller does not
   *   govern
   */
  async find(
    principal: Principal,
    event: QueryEvent,
    { policyId, policyVersion, modelSelections }: NamedDraft,
  ): Promise<DraftPolicy | undefined> {
    if (modelSelections !== undefined && policyId !== undefined) {
      throw invalid('invalid_value', 'policy_id and model_selections must not be given together');
    }
    if (policyVersion !== undefined && policyId === undefined) {
      throw invalid('invalid_value', 'policy_version needs policy_id');
    }
    if (modelSelections !== undefined) {
      const dataset = datasetById(event.product_id);
      if (!dataset)
        throw invalid('unknown_product', 'the queried product is not in the catalogue any more');
      const selections = completeSelections(dataset, modelSelections);
      return { policyId: null, version: null, selections };
    }
    if (policyId === undefined) return undefined;
    const policy = await this.decisions.policyVersion(policyId, policyVersion);
    if (!policy || !hasRole(principal, policy.networkId, 'governor')) {
      throw notFound('policy_not_found', 'querying policy not found');
    }
    if (policy.productId !== event.product_id) {
      throw invalid('policy_mismatch', 'the querying policy is for another product');
    }
    return { policyId, version: policy.version, selections: policy.selections };
  }
}
