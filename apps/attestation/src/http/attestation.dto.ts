import { Label, Omittable, Storable, Uuid } from '@ndx/service-kit';
import { IsObject } from 'class-validator';
import { statusOf, type Attestation } from '../domain/attestation.js';

/** Create input (contract 2.5): all four fields are required. */
export class CreateAttestationDto {
  @Uuid()
  readonly product_id!: string;

  @Label()
  readonly signed_by_name!: string;

  @Label()
  readonly signed_by_title!: string;

  @Storable()
  @IsObject()
  readonly attestation_data!: Record<string, unknown>;
}

export class AttestationPath {
  @Uuid()
  readonly attestation_id!: string;
}

export class ListAttestationsQuery {
  @Omittable()
  @Uuid()
  readonly product_id?: string;
}

/** The record (contract 2.5). */
export function toAttestationRecord(attestation: Attestation) {
  return {
    id: attestation.id,
    entity_id: attestation.entityId,
    product_id: attestation.productId,
    signed_by_name: attestation.signedByName,
    signed_by_title: attestation.signedByTitle,
    signed_at: attestation.signedAt.toISOString(),
    expires_at: attestation.expiresAt.toISOString(),
    status: statusOf(attestation, new Date()),
    attestation_data: attestation.attestationData,
    created_at: attestation.createdAt.toISOString(),
  };
}
