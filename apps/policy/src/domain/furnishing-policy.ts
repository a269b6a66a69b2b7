import type { Dataset } from '@ndx/catalog';
import {
  conflict,
  invalid,
  type FurnishingPolicySaved,
  type PayloadOf,
  quoted,
} from '@ndx/contracts';
import { newPolicy, SCHEMA_VERSION, type NetworkProduct, type Policy } from './policy.js';
import { acceptanceRules, type PolicyMetadata } from './policy-metadata.js';

/** A network's acceptance rules for furnished records of a product or template (contract 2.6, design 7). */
export interface FurnishingPolicy extends Policy {
  /** The slug of the built-in default that the policy was created from. */
  readonly sourceDefaultSlug: string | null;
  readonly activeOn: Date | null;
  readonly deprecatedOn: Date | null;
  readonly policyMetadata: PolicyMetadata;
}

/** The members that the author sets. */
export type FurnishingTerms = Pick<
  FurnishingPolicy,
  'name' | 'sourceDefaultSlug' | 'activeOn' | 'deprecatedOn' | 'policyMetadata'
>;

export type FurnishingStage = 'draft' | 'active' | 'deprecated';

export function stageOf(policy: FurnishingPolicy, now: Date): FurnishingStage {
  if (policy.activeOn === null || policy.activeOn > now) return 'draft';
  return policy.deprecatedOn !== null && policy.deprecatedOn <= now ? 'deprecated' : 'active';
}

/**
 * A new policy, or the next version of the given one.
 * @param former the latest version of that name for the pair
 * @throws RESOURCE_CONFLICT while the former is still a draft; VALIDATION_ERROR
 */
export function draftFurnishingPolicy(
  pair: NetworkProduct,
  authored: FurnishingTerms &
    Pick<Policy, 'entityId'> & { readonly schemaVersion?: string | undefined },
  former: FurnishingPolicy | undefined,
  now: Date,
): FurnishingPolicy {
  if (former && stageOf(former, now) === 'draft') {
    throw conflict(
      'already_exists',
      `the network already has a draft named ${quoted(authored.name)} for this product`,
    );
  }
  return checked({
    ...newPolicy(pair, authored, now),
    ...authored,
    schemaVersion: authored.schemaVersion ?? SCHEMA_VERSION,
    version: (former?.version ?? 0) + 1,
  });
}

/**
 * The next version of a draft, or an active policy with another end.
 * @throws RESOURCE_CONFLICT when the policy is or was active, so that it cannot change;
 *   VALIDATION_ERROR
 */
export function amend(
  policy: FurnishingPolicy,
  changes: Partial<FurnishingTerms>,
  now: Date,
): FurnishingPolicy {
  const stage = stageOf(policy, now);
  const changesOnlyItsEnd = Object.keys(changes).every((name) => name === 'deprecatedOn');
  if (stage === 'deprecated' || (stage === 'active' && !changesOnlyItsEnd)) {
    throw conflict(
      'policy_fixed',
      `the policy is ${stage} and cannot be changed: create a new version`,
    );
  }
  return checked({
    ...policy,
    ...changes,
    // The content of an active version never changes: only a draft gets a new version number.
    version: stage === 'draft' ? policy.version + 1 : policy.version,
    revision: policy.revision + 1,
    updatedAt: now,
  });
}

/** The payload for subscribers. */
export function furnishingPolicyState(
  dataset: Dataset,
  policy: FurnishingPolicy,
): PayloadOf<typeof FurnishingPolicySaved> {
  return {
    policy_id: policy.id,
    network_id: policy.networkId,
    product_id: policy.productId,
    revision: policy.revision,
    version: policy.version,
    active_on: policy.activeOn?.toISOString() ?? null,
    deprecated_on: policy.deprecatedOn?.toISOString() ?? null,
    ...acceptanceRules(dataset, policy.policyMetadata),
  };
}

function checked(policy: FurnishingPolicy): FurnishingPolicy {
  const { activeOn, deprecatedOn } = policy;
  if (deprecatedOn !== null && (activeOn === null || deprecatedOn <= activeOn)) {
    throw invalid('invalid_window', 'deprecated_on must be later than active_on');
  }
  return policy;
}
