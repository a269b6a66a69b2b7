import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS, ATTESTATION_STATUSES, type AttestationStatus } from '@ndx/contracts';
import { IsIn, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { LIST_ORDERS, type ListOrder } from '../shapes/named-values.js';
import { IsDateTime, Label, Omittable, QueryInteger, Storable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, pageOf } from './page-shapes.js';

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

class AttestationFilters {
  @Omittable()
  @Uuid()
  readonly product_id?: string;

  @IsOptional()
  @IsIn(ATTESTATION_STATUSES)
  readonly status?: AttestationStatus;

  /** Only attestations that queries use and that expire before this time. */
  @IsOptional()
  @IsDateTime()
  readonly expires_before?: string;
}

class CountAttestationsQuery extends AttestationFilters {}

class ListAttestationsQuery extends AttestationFilters {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'oldest_first';
}

const STATUS_WORDS = 'Only attestations with this status now.';
const EXPIRES_WORDS = [
  'Only the newest active attestation of each product, if it expires before this time.',
  '2026-02-15T00:00:00Z',
] as const;

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
  words: {
    'ListAttestationsQuery.status': STATUS_WORDS,
    'ListAttestationsQuery.expires_before': EXPIRES_WORDS,
  },
});

export const countAttestations = declareOperation({
  id: 'countAttestations',
  method: 'GET',
  path: `${COLLECTION}/count`,
  service: 'attestation',
  permission: 'attestation:read',
  summary: "Count the institution's attestations",
  description: `Counts the attestations that \`GET ${COLLECTION}\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountAttestationsQuery },
  answer: ListCount,
  words: {
    'CountAttestationsQuery.status': STATUS_WORDS,
    'CountAttestationsQuery.expires_before': EXPIRES_WORDS,
  },
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
