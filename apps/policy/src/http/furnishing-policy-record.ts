import type { AnswerOf, readFurnishingPolicy } from '@ndx/api';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';

/** The record (contract 2.6), and the pair that it is for. */
export function toFurnishingPolicyRecord(
  policy: FurnishingPolicy,
): AnswerOf<typeof readFurnishingPolicy> {
  return {
    id: policy.id,
    name: policy.name,
    version: policy.version,
    schema_version: policy.schemaVersion,
    entity_id: policy.entityId,
    network_id: policy.networkId,
    network_product_id: policy.networkProductId,
    product_id: policy.productId,
    source_default_slug: policy.sourceDefaultSlug,
    active_on: policy.activeOn?.toISOString() ?? null,
    deprecated_on: policy.deprecatedOn?.toISOString() ?? null,
    policy_metadata: policy.policyMetadata,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  };
}
