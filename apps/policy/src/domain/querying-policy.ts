import { isDeepStrictEqual } from 'node:util';
import { datasetById } from '@ndx/catalog';
import {
  DEFAULT_CONSENT_DEMANDS,
  invalid,
  type ConsentDemand,
  type ModelSelection,
  type PayloadOf,
  type PermissiblePurpose,
  type QueryingPolicyRetired,
  type QueryingPolicySaved,
  type QueryingPolicyStatus,
} from '@ndx/contracts';
import { newPolicy, reviewRequired, type NetworkProduct, type Policy } from './policy.js';

type QueryingPolicyState = PayloadOf<typeof QueryingPolicySaved>;

/** How a version was published, for its subscribers. */
export type VersionOrigin = Required<Pick<QueryingPolicyState, 'approval' | 'break_glass'>>;

/** A version that was saved without a draft. */
export const NO_DRAFT: VersionOrigin = { approval: null, break_glass: null };

/** What the author of a querying policy sets, beside its status. */
export interface QueryingTerms extends Pick<Policy, 'name'> {
  /** Whether it applies to queries that name no policy; at most one for a network and product. */
  readonly isDefault: boolean;
  /** Whether, as the default, it also applies to queries that name another policy. */
  readonly enforced: boolean;
  readonly modelSelections: readonly ModelSelection[];
  /** The consent requirement of a query; null: the default of the product. */
  readonly consent: ConsentDemand | null;
  /** The allowed purposes of a query; empty means any. */
  readonly permissiblePurposes: readonly PermissiblePurpose[];
}

/**
 * A network's rules for the data of its queriers for a product or template (contract 2.7, design
 * 7).
 */
export interface QueryingPolicy extends Policy, QueryingTerms {
  readonly status: QueryingPolicyStatus;
}

/** The members that a configuration changes; `modelSelections`, complete and checked, replace the stored list. */
export type Configuration = Changes<QueryingTerms & Pick<QueryingPolicy, 'status'>>;

/** Members that may be omitted. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A new policy applies to nothing until it is configured. */
export function draftQueryingPolicy(
  pair: NetworkProduct,
  authored: Pick<Policy, 'entityId' | 'name'>,
  now: Date,
): QueryingPolicy {
  return {
    ...newPolicy(pair, authored, now),
    status: 'draft',
    isDefault: false,
    enforced: false,
    modelSelections: [],
    consent: null,
    permissiblePurposes: [],
  };
}

/**
 * The next version. Omitted members are unchanged, so that a rename neither opens data nor
 * publishes a draft (design 7). A policy that is no longer published is no longer the
 * default.
 * @throws VALIDATION_ERROR for a default that is not published
 */
export function configure(
  policy: QueryingPolicy,
  configuration: Configuration,
  now: Date,
): QueryingPolicy {
  const { name, isDefault, enforced, status = policy.status } = configuration;
  const { modelSelections, consent, permissiblePurposes } = configuration;
  if (isDefault && status !== 'published') {
    throw invalid('invalid_policy', `a policy that is ${status} cannot be the default`);
  }
  return {
    ...policy,
    name: name ?? policy.name,
    isDefault: status === 'published' && (isDefault ?? policy.isDefault),
    enforced: enforced ?? policy.enforced,
    status,
    modelSelections: modelSelections ?? policy.modelSelections,
    consent: consent === undefined ? policy.consent : consent,
    permissiblePurposes: permissiblePurposes ?? policy.permissiblePurposes,
    version: policy.version + 1,
    revision: policy.revision + 1,
    updatedAt: now,
  };
}

/** @throws RESOURCE_CONFLICT when a direct change would reach queries of a network that reviews it */
export function requireNotInForce(before: QueryingPolicy, after: QueryingPolicy): void {
  if (before.status !== 'published' && after.status !== 'published') return;
  throw reviewRequired();
}

/** Another policy became the default; the configuration and the version are unchanged. */
export function ceaseToBeDefault(policy: QueryingPolicy, now: Date): QueryingPolicy {
  return { ...policy, isDefault: false, revision: policy.revision + 1, updatedAt: now };
}

type Rules = Omit<QueryingTerms, 'name' | 'isDefault'> & Pick<QueryingPolicy, 'status'>;

/** Whether two states of a policy have the same rules, each as the default or not. */
export function hasSameRules(one: Rules, other: Rules): boolean {
  return isDeepStrictEqual(rulesIn(one), rulesIn(other));
}

function rulesIn({
  status,
  enforced,
  modelSelections,
  consent,
  permissiblePurposes,
}: Rules): Rules {
  return { status, enforced, modelSelections, consent, permissiblePurposes };
}

/** The consent requirement of a query under the policy (design 6). */
export function consentDemandOf({
  consent,
  productId,
}: Pick<QueryingPolicy, 'consent' | 'productId'>): ConsentDemand {
  return consent ?? DEFAULT_CONSENT_DEMANDS[datasetById(productId)?.subject ?? 'consumer'];
}

/**
 * The payload for subscribers.
 * @param origin of the version; undefined: it is not known
 */
export function queryingPolicyState(
  policy: QueryingPolicy,
  origin?: VersionOrigin,
): QueryingPolicyState {
  return {
    ...policyStanding(policy),
    model_selections: [...policy.modelSelections],
    consent: policy.consent,
    permissible_purposes: [...policy.permissiblePurposes],
    ...origin,
  };
}

/**
 * The payload for subscribers when a policy applies to less than before and its requirements are
 * unchanged: its size does not depend on the selections.
 */
export function policyStanding(policy: QueryingPolicy): PayloadOf<typeof QueryingPolicyRetired> {
  return {
    policy_id: policy.id,
    network_id: policy.networkId,
    product_id: policy.productId,
    entity_id: policy.entityId,
    revision: policy.revision,
    version: policy.version,
    status: policy.status,
    is_default: policy.isDefault,
    enforced: policy.enforced,
  };
}
