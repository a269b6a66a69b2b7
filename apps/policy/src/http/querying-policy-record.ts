import type { AnswerOf, readQueryingPolicy } from '@ndx/api';
import type { QueryingPolicy } from '../domain/querying-policy.js';

/** The record (contract 2.7, design 7). */
export function toQueryingPolicyRecord(
  policy: QueryingPolicy,
): AnswerOf<typeof readQueryingPolicy> {
  return {
    id: policy.id,
    network_product_id: policy.networkProductId,
    network_id: policy.networkId,
    product_id: policy.productId,
    entity_id: policy.entityId,
    name: policy.name,
    version: policy.version,
    schema_version: policy.schemaVersion,
    status: policy.status,
    is_default: policy.isDefault,
    enforced: policy.enforced,
    model_selections: policy.modelSelections,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  };
}
