import {
  completeSelections,
  datasetById,
  partsOf,
  type AuthoredModelSelection,
} from '@ndx/catalog';
import {
  hasRole,
  invalid,
  notFound,
  type ConsentDemand,
  type PermissiblePurpose,
  type Principal,
  type QueryingPolicyDraftStatus,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Draft } from '../../domain/replay/draft-rules.js';
import { DecisionRepository } from '../../storage/decision-repository.js';

/** A policy to answer a past query under, as the request names it: a stored version, or its members. */
export interface NamedDraft {
  readonly policyId?: string | undefined;
  /** Undefined: the latest. */
  readonly policyVersion?: number | undefined;
  /** Undefined: as the policy is now. */
  readonly isDefault?: boolean | undefined;
  /** Undefined: as the policy is now. */
  readonly enforced?: boolean | undefined;
  /** Undefined: published. */
  readonly status?: QueryingPolicyDraftStatus | undefined;
  readonly modelSelections?: readonly AuthoredModelSelection[] | undefined;
  readonly consent?: ConsentDemand | null | undefined;
  readonly permissiblePurposes?: readonly PermissiblePurpose[] | undefined;
}

/** A draft; without a version when the request has its members. */
export interface DraftPolicy extends Draft {
  readonly version: number | null;
}

/** A draft of a stored policy. */
export interface DraftOfPolicy extends DraftPolicy {
  readonly policyId: string;
  readonly networkId: string;
}

/** Members of a draft that has no policy. */
const OF_EVERY_NETWORK = {
  policyId: null,
  networkId: null,
  isDefault: false,
  enforced: false,
  status: 'published',
  version: null,
} as const;

/** Finds the policy that a simulation names. */
@Injectable()
export class DraftPolicies {
  constructor(private readonly decisions: DecisionRepository) {}

  /**
   * The policy under which a query of a product is simulated.
   * @returns undefined when the request names none
   * @throws as `ofPolicy`; VALIDATION_ERROR for a policy of another product
   */
  async find(
    principal: Principal,
    productId: string,
    named: NamedDraft,
  ): Promise<DraftPolicy | undefined> {
    const { policyId, policyVersion, isDefault, enforced, status } = named;
    if (policyId !== undefined) {
      const draft = await this.ofPolicy(principal, { ...named, policyId });
      if (isUsedBy(productId, draft)) return draft;
      throw invalid('policy_mismatch', 'the querying policy is for another product');
    }
    if ([policyVersion, isDefault, enforced, status].some((member) => member !== undefined)) {
      const members = 'policy_version, is_default, enforced and status';
      throw invalid('invalid_value', `${members} need policy_id`);
    }
    if (!isWritten(named)) return undefined;
    return { ...OF_EVERY_NETWORK, productId, ...writtenRules(productId, named) };
  }

  /**
   * A version of a policy, or the members that it would have: an omitted one is as in its latest
   * version, like in a draft.
   * @throws VALIDATION_ERROR, RESOURCE_NOT_FOUND for a policy of a network that the caller does not
   *   govern
   */
  async ofPolicy(
    principal: Principal,
    named: NamedDraft & { readonly policyId: string },
  ): Promise<DraftOfPolicy> {
    const { policyId, policyVersion } = named;
    if (isWritten(named) && policyVersion !== undefined) {
      throw invalid('invalid_value', 'policy_version must not be given with members of a policy');
    }
    const policy = await this.decisions.policyVersion(policyId, policyVersion);
    if (!policy || !hasRole(principal, policy.networkId, 'governor')) {
      throw notFound('policy_not_found', 'querying policy not found');
    }
    const {
      isDefault = policy.isDefault,
      enforced = policy.enforced,
      status = 'published',
    } = named;
    const draft = { ...policy, policyId, isDefault, enforced, status };
    if (!isWritten(named)) return draft;
    const rules = {
      modelSelections: named.modelSelections ?? policy.modelSelections,
      consent: named.consent === undefined ? policy.consent : named.consent,
      permissiblePurposes: named.permissiblePurposes ?? policy.permissiblePurposes,
    };
    return { ...draft, version: null, ...writtenRules(policy.productId, rules) };
  }
}

function isWritten({ modelSelections, consent, permissiblePurposes }: NamedDraft): boolean {
  return [modelSelections, consent, permissiblePurposes].some((member) => member !== undefined);
}

/** The rules of members that a request has. @throws VALIDATION_ERROR */
export function writtenRules(
  productId: string,
  { modelSelections, consent, permissiblePurposes }: NamedDraft,
): Pick<Draft, 'modelSelections' | 'consent' | 'permissiblePurposes'> {
  const dataset = datasetById(productId);
  if (!dataset)
    throw invalid('unknown_product', 'the queried product is not in the catalogue any more');
  return {
    modelSelections: completeSelections(dataset, modelSelections ?? []),
    consent: consent ?? null,
    permissiblePurposes: permissiblePurposes ?? [],
  };
}

/** Whether queries of a product use the draft: it is of the product, or of a data set of a bundle. */
export function isUsedBy(queriedId: string, { productId }: Pick<Draft, 'productId'>): boolean {
  if (queriedId === productId) return true;
  const queried = datasetById(queriedId);
  return queried?.kind === 'template' && partsOf(queried).some(({ id }) => id === productId);
}
