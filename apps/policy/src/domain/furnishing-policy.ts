import { acceptanceRules, type Dataset, type PolicyMetadata } from '@ndx/catalog';
import {
  conflict,
  invalid,
  type FurnishingPolicySaved,
  type PayloadOf,
  quoted,
} from '@ndx/contracts';
import type { PublishedDraft } from './draft-approval.js';
import {
  newPolicy,
  reviewRequired,
  SCHEMA_VERSION,
  type NetworkProduct,
  type Policy,
} from './policy.js';

/** A network's acceptance rules for furnished records of a product or template (contract 2.6, design 7). */
export interface FurnishingPolicy extends Policy {
  /** The slug of the built-in default that the policy was created from. */
  readonly sourceDefaultSlug: string | null;
  readonly activeOn: Date | null;
  readonly deprecatedOn: Date | null;
  readonly policyMetadata: PolicyMetadata;
  /** The draft that was published as this version; null: the version was saved at once. */
  readonly publication: PublishedDraft | null;
  /** The draft whose publication ended the version, if any. */
  readonly ending: PublishedDraft | null;
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
    publication: null,
    ending: null,
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

/** @throws RESOURCE_CONFLICT when a direct change would reach records in a network that reviews it */
export function requireUnstarted(
  before: Pick<FurnishingPolicy, 'activeOn'> | null,
  { activeOn = null }: Partial<FurnishingTerms>,
): void {
  if ((before?.activeOn ?? null) !== null || activeOn !== null) throw reviewRequired();
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
    active_on: timeIn(policy.activeOn),
    deprecated_on: timeIn(policy.deprecatedOn),
    ...acceptanceRules(dataset, policy.policyMetadata),
  };
}

/** A time as in JSON. */
export function timeIn(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function checked(policy: FurnishingPolicy): FurnishingPolicy {
  const { activeOn, deprecatedOn } = policy;
  if (deprecatedOn !== null && (activeOn === null || deprecatedOn <= activeOn)) {
    throw invalid('invalid_window', 'deprecated_on must be later than active_on');
  }
  return policy;
}
