import { Label, Omittable, Storable, Uuid, wire } from '@ndx/service';
import { IsObject } from 'class-validator';
import { ATTESTATION_STATUSES, statusOf, type Attestation } from '../domain/attestation.js';

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
export const AttestationRecord = wire.record('InstitutionAttestation', {
  id: wire.uuid,
  entity_id: wire.uuid,
  product_id: wire.uuid,
  signed_by_name: wire.text,
  signed_by_title: wire.text,
  signed_at: wire.timestamp,
  expires_at: wire.timestamp,
  status: wire.oneOf(ATTESTATION_STATUSES),
  attestation_data: wire.anyObject,
  created_at: wire.timestamp,
});

export function toAttestationRecord(attestation: Attestation): wire.Of<typeof AttestationRecord> {
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
