import Type, { type Static } from 'typebox';
import { declareEvent } from './declare-event.js';
import { NullableTimestamp, Revision, Timestamp, Uuid } from './field-types.js';

const AttestationState = Type.Object({
  attestation_id: Uuid,
  entity_id: Uuid,
  product_id: Uuid,
  created_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: NullableTimestamp,
  revision: Revision,
});

const aboutAttestation = {
  source: 'attestation',
  payload: AttestationState,
  aggregate: 'attestation',
  key: (payload: Static<typeof AttestationState>) => payload.attestation_id,
  subscribers: ['product-query', 'furnishing'],
  deliveredDirectlyTo: ['product-query', 'furnishing'],
  // It applies in every network of the institution.
  audited: (payload: Static<typeof AttestationState>) => [payload.entity_id],
} as const;

export const AttestationCreated = declareEvent({
  ...aboutAttestation,
  type: 'attestation.created.v1',
  description: 'An institution attested to its verifications for a product, for twelve months.',
});

export const AttestationRevoked = declareEvent({
  ...aboutAttestation,
  type: 'attestation.revoked.v1',
  description: 'An institution withdrew an attestation before its expiry.',
});
