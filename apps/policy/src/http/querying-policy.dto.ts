import { ModelSelection } from '@ndx/contracts';
import { Label, Uuid, wire } from '@ndx/api';
import { IsOptional } from 'class-validator';
import { QUERYING_POLICY_STATUSES, type QueryingPolicy } from '../domain/querying-policy.js';

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
export const QueryingPolicyRecord = wire.record('QueryingPolicy', {
  id: wire.uuid,
  network_product_id: wire.uuid,
  network_id: wire.uuid,
  product_id: wire.uuid,
  entity_id: wire.uuid,
  name: wire.text,
  version: wire.count,
  schema_version: wire.text,
  status: wire.oneOf(QUERYING_POLICY_STATUSES),
  is_default: wire.flag,
  enforced: wire.flag,
  model_selections: wire.listOf(wire.record('CompleteModelSelection', ModelSelection.properties)),
  created_at: wire.timestamp,
  updated_at: wire.timestamp,
});

export function toQueryingPolicyRecord(
  policy: QueryingPolicy,
): wire.Of<typeof QueryingPolicyRecord> {
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
