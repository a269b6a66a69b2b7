import type { AnswerOf, readAttestation } from '@ndx/api';
import { statusOf, type Attestation } from '../domain/attestation.js';

/** The record (contract 2.5), with its status at the given time. */
export function toAttestationRecord(
  attestation: Attestation,
  now: Date,
): AnswerOf<typeof readAttestation> {
  return {
    id: attestation.id,
    entity_id: attestation.entityId,
    product_id: attestation.productId,
    signed_by_name: attestation.signedByName,
    signed_by_title: attestation.signedByTitle,
    signed_at: attestation.signedAt.toISOString(),
    expires_at: attestation.expiresAt.toISOString(),
    status: statusOf(attestation, now),
    attestation_data: attestation.attestationData,
    created_at: attestation.createdAt.toISOString(),
  };
}
