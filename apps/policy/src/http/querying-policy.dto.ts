import { IsOptional } from 'class-validator';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { Label, Uuid } from '@ndx/service-kit';

/** Create input (design 7). */
export class CreateQueryingPolicyDto {
  @Uuid()
  readonly product_id!: string;

  @Uuid()
  readonly network_id!: string;

  @Label()
  readonly name!: string;
}

export class ReadQueryingPolicyQuery {
  @IsOptional()
  @Uuid()
  readonly network_id?: string;
}

/** The record (contract 2.7, design 7). */
export function toQueryingPolicyRecord(policy: QueryingPolicy) {
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
