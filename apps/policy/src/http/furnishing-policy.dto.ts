import { IsInt, IsObject, IsOptional, Min } from 'class-validator';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import { IsDateTime, Label, Omittable, Storable, Uuid, wire } from '@ndx/api';

/** What an author writes in either; null takes a value away. */
abstract class FurnishingTermsDto {
  @IsOptional()
  @Label()
  readonly source_default_slug?: string | null;

  @IsOptional()
  @IsDateTime()
  readonly active_on?: string | null;

  @IsOptional()
  @IsDateTime()
  readonly deprecated_on?: string | null;

  @Omittable()
  @Storable()
  @IsObject()
  readonly policy_metadata?: Record<string, unknown>;
}

/** Create input: the record's members that an author writes (contract 2.6). */
export class CreateFurnishingPolicyDto extends FurnishingTermsDto {
  @Uuid()
  readonly network_id!: string;

  @Uuid()
  readonly product_id!: string;

  @Label()
  readonly name!: string;

  @Omittable()
  @Label()
  readonly schema_version?: string;
}

/** Only what is given changes. */
export class ConfigureFurnishingPolicyDto extends FurnishingTermsDto {
  @Omittable()
  @Label()
  readonly name?: string;

  /** The version that the caller read; another one by now is a conflict. */
  @Omittable()
  @Min(1)
  @IsInt()
  readonly expected_version?: number;
}

export class ReadFurnishingPolicyQuery {
  @Uuid()
  readonly network_id!: string;
}

/** The record (contract 2.6), and the pair that it is for. */
export const FurnishingPolicyRecord = wire.record('FurnishingPolicy', {
  id: wire.uuid,
  name: wire.text,
  version: wire.count,
  schema_version: wire.text,
  entity_id: wire.uuid,
  network_id: wire.uuid,
  network_product_id: wire.uuid,
  product_id: wire.uuid,
  source_default_slug: wire.nullable(wire.text),
  active_on: wire.nullable(wire.timestamp),
  deprecated_on: wire.nullable(wire.timestamp),
  policy_metadata: wire.anyObject,
  created_at: wire.timestamp,
  updated_at: wire.timestamp,
});

export function toFurnishingPolicyRecord(
  policy: FurnishingPolicy,
): wire.Of<typeof FurnishingPolicyRecord> {
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
