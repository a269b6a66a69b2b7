import type {
  AnswerOf,
  readFurnishingPolicy,
  readQueryingPolicy,
  readQueryingPolicyVersion,
} from '@ndx/api';
import { builtInPolicyId, type Dataset } from '@ndx/catalog';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import { SCHEMA_VERSION, type Policy } from '../domain/policy.js';
import { consentDemandOf, type QueryingPolicy } from '../domain/querying-policy.js';
import type { QueryingPolicyVersionRow } from '../storage/querying-policy-version-row.js';

/** The record of a querying policy (contract 2.7, design 7). */
export function toQueryingPolicyRecord(
  policy: QueryingPolicy,
): AnswerOf<typeof readQueryingPolicy> {
  return {
    ...toPolicyRecord(policy),
    status: policy.status,
    is_default: policy.isDefault,
    enforced: policy.enforced,
    model_selections: policy.modelSelections,
    consent: consentDemandOf(policy),
    permissible_purposes: policy.permissiblePurposes,
  };
}

/** The record of the policy that applies where a network has no default; it belongs to no network. */
export function toBuiltInPolicyRecord({
  id: productId,
  slug,
}: Dataset): AnswerOf<typeof readQueryingPolicy> {
  return {
    id: builtInPolicyId(slug),
    name: 'Built-in default',
    version: 0,
    schema_version: SCHEMA_VERSION,
    entity_id: null,
    network_id: null,
    network_product_id: null,
    product_id: productId,
    created_at: null,
    updated_at: null,
    status: 'published',
    is_default: true,
    enforced: false,
    model_selections: [],
    consent: consentDemandOf({ consent: null, productId }),
    permissible_purposes: [],
  };
}

/** A version of a querying policy as saved. */
export function toPolicyVersionRecord(
  saved: QueryingPolicyVersionRow & Pick<QueryingPolicy, 'productId'>,
): AnswerOf<typeof readQueryingPolicyVersion> {
  return {
    policy_id: saved.policyId,
    version: saved.version,
    name: saved.name,
    status: saved.status,
    is_default: saved.isDefault,
    enforced: saved.enforced,
    model_selections: saved.modelSelections,
    consent: consentDemandOf(saved),
    permissible_purposes: saved.permissiblePurposes,
    saved_at: saved.savedAt.toISOString(),
  };
}

/** The record of a furnishing policy (contract 2.6), and its network and product. */
export function toFurnishingPolicyRecord(
  policy: FurnishingPolicy,
): AnswerOf<typeof readFurnishingPolicy> {
  return {
    ...toPolicyRecord(policy),
    source_default_slug: policy.sourceDefaultSlug,
    active_on: policy.activeOn?.toISOString() ?? null,
    deprecated_on: policy.deprecatedOn?.toISOString() ?? null,
    policy_metadata: policy.policyMetadata,
  };
}

/** The common members of both kinds. */
function toPolicyRecord(policy: Policy) {
  return {
    id: policy.id,
    name: policy.name,
    version: policy.version,
    schema_version: policy.schemaVersion,
    entity_id: policy.entityId,
    network_id: policy.networkId,
    network_product_id: policy.networkProductId,
    product_id: policy.productId,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  };
}
