import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS, ATTESTATION_STATUSES } from '@ndx/contracts';
import { IsObject } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Label, Omittable, Storable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { CURSOR_REFUSAL, OrderedCursorQuery, pageOf } from './page-shapes.js';

/** Contract 2.5: all four fields are required. */
class CreateAttestationDto {
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

class AttestationPath {
  @Uuid()
  readonly attestation_id!: string;
}

class ListAttestationsQuery extends OrderedCursorQuery {
  @Omittable()
  @Uuid()
  readonly product_id?: string;
}

/** The record (contract 2.5). */
const AttestationRecord = wire.record('InstitutionAttestation', {
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

const COLLECTION = '/v1/institution-attestation';
const NOT_FOUND = ['not_found'] as const;

export const createAttestation = declareOperation({
  id: 'createAttestation',
  method: 'POST',
  path: COLLECTION,
  service: 'attestation',
  permission: 'attestation:write',
  summary: 'Attest to the verifications of a product or template',
  description: 'The attestation is valid for 12 months. Earlier attestations are unchanged.',
  request: { body: CreateAttestationDto },
  answer: AttestationRecord,
  example: {
    product_id: kybCertificate.id,
    signed_by_name: 'Compliance office',
    signed_by_title: 'Head of compliance',
    attestation_data: { statement: 'Verified against the registry' },
  },
  refusals: ['unknown_product'],
  words: {
    'InstitutionAttestation.id': ['The id of the attestation.', EXAMPLE_IDS.attestation],
    'InstitutionAttestation.status': 'Whether the attestation is in force.',
    signed_by_name: ['The name of the person who signed.', 'Casey Morgan'],
    signed_by_title: ['The title of the person who signed.', 'Head of compliance'],
    signed_at: ['The time of the signature.', '2026-01-15T09:30:00.000Z'],
    'InstitutionAttestation.expires_at': ['12 months after creation.', '2027-01-15T09:30:00.000Z'],
    attestation_data: [
      'What the institution attests, in its own form.',
      { statement: 'Verified against the registry' },
    ],
  },
});

export const listAttestations = declareOperation({
  id: 'listAttestations',
  method: 'GET',
  path: COLLECTION,
  service: 'attestation',
  permission: 'attestation:read',
  summary: "List the institution's attestations",
  request: { query: ListAttestationsQuery },
  answer: pageOf('AttestationPage', AttestationRecord),
  refusals: CURSOR_REFUSAL,
});

export const readAttestation = declareOperation({
  id: 'readAttestation',
  method: 'GET',
  path: `${COLLECTION}/{attestation_id}`,
  service: 'attestation',
  permission: 'attestation:read',
  summary: 'Read an attestation of the institution',
  request: { path: AttestationPath },
  answer: AttestationRecord,
  refusals: NOT_FOUND,
});

export const revokeAttestation = declareOperation({
  id: 'revokeAttestation',
  method: 'POST',
  path: `${COLLECTION}/{attestation_id}/revoke`,
  service: 'attestation',
  permission: 'attestation:write',
  summary: 'Revoke an attestation',
  description:
    'A revocation is final. Queries stop using the attestation about a second later. A repeated request returns the same record.',
  request: { path: AttestationPath },
  answer: AttestationRecord,
  refusals: NOT_FOUND,
});
