import { completeSelections, datasetById, type AuthoredModelSelection } from '@ndx/catalog';
import {
  hasRole,
  invalid,
  notFound,
  type ConsentDemand,
  type PermissiblePurpose,
  type Principal,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Draft } from '../../domain/replay/draft-rules.js';
import { DecisionRepository } from '../../storage/decision-repository.js';

/** A policy to answer a past query under, as the request names it: one that is stored, or its members. */
export interface NamedDraft {
  readonly policyId?: string | undefined;
  /** Undefined: the latest. */
  readonly policyVersion?: number | undefined;
  readonly modelSelections?: readonly AuthoredModelSelection[] | undefined;
  readonly consent?: ConsentDemand | null | undefined;
  readonly permissiblePurposes?: readonly PermissiblePurpose[] | undefined;
}

/** A draft; without an id when the request has its members. */
export interface DraftPolicy extends Draft {
  readonly policyId: string | null;
  readonly version: number | null;
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
    productId: string,
    { policyId, policyVersion, modelSelections, consent, permissiblePurposes }: NamedDraft,
  ): Promise<DraftPolicy | undefined> {
    const isWritten = (modelSelections ?? consent ?? permissiblePurposes) !== undefined;
    if (isWritten && policyId !== undefined) {
      throw invalid('invalid_value', 'policy_id must not be given with members of a policy');
    }
    if (policyVersion !== undefined && policyId === undefined) {
      throw invalid('invalid_value', 'policy_version needs policy_id');
    }
    if (isWritten) {
      const dataset = datasetById(productId);
      if (!dataset)
        throw invalid('unknown_product', 'the queried product is not in the catalogue any more');
      return {
        policyId: null,
        version: null,
        networkId: null,
        modelSelections: completeSelections(dataset, modelSelections ?? []),
        consent: consent ?? null,
        permissiblePurposes: permissiblePurposes ?? [],
      };
    }
    if (policyId === undefined) return undefined;
    const policy = await this.decisions.policyVersion(policyId, policyVersion);
    if (!policy || !hasRole(principal, policy.networkId, 'governor')) {
      throw notFound('policy_not_found', 'querying policy not found');
    }
    if (policy.productId !== productId) {
      throw invalid('policy_mismatch', 'the querying policy is for another product');
    }
    return { ...policy, policyId };
  }
}
