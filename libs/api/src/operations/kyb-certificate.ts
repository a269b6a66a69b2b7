import {
  kybCertificate,
  nullable as nullableField,
  required as requiredField,
  sectionSchemaOf,
} from '@ndx/catalog';
import { EXAMPLE_IDS, PERMISSIBLE_PURPOSE_HEADER, PERMISSIBLE_PURPOSES } from '@ndx/contracts';
import Type from 'typebox';
import { declareOperation } from '../operation/operation.js';
import { purposeHeader } from '../shapes/purpose-header.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';
import { KYB_QUERY_EXAMPLE, KybQueryDto, NO_RESULT, SUBJECT_REFUSALS } from './query-shapes.js';

class WatchDto {
  @Uuid()
  readonly notice_id!: string;
}

class CertificatePath {
  @Uuid()
  readonly certificate_id!: string;
}

/** The furnisher of a section, and its attestation (contract 2.8). */
const SOURCE = [
  ...requiredField('uuid', 'furnishing_entity_id'),
  ...nullableField('uuid', 'attestation_id'),
];

const textOrNull = wire.nullable(wire.text);

/** The names and registrations that the chosen records state, where the consent opens them. */
const StatedBusiness = wire.record('KybCertificateBusiness', {
  business_legal_name: textOrNull,
  furnishing_entity_id: wire.nullable(wire.uuid),
  other_legal_names: wire.listOf(
    wire.record('KybCertificateName', {
      business_legal_name: wire.text,
      furnishing_entity_id: wire.uuid,
    }),
  ),
  registrations: wire.listOf(
    wire.record('KybCertificateRegistration', {
      business_jurisdiction_of_formation: textOrNull,
      business_registration_identifier: textOrNull,
      furnishing_entity_id: wire.uuid,
    }),
  ),
});

/** The result of the KYB query (contract 2.8), as its text is put together. */
const KybCertificate = wire.record('KybCertificate', {
  business_id: wire.uuid,
  certificate_id: wire.uuid,
  query_event_id: wire.uuid,
  result: wire.record('KybCertificateResult', {
    meta: wire.record('KybCertificateMeta', {
      network_id: wire.uuid,
      policy_id: wire.uuid,
      /** Each requested network with its policy; the members above describe the first network. */
      networks: wire.listOf(
        wire.record('KybCertificateNetwork', {
          network_id: wire.uuid,
          policy_id: wire.uuid,
          /** Null for the product's built-in default. */
          policy_version: wire.nullable(wire.integer),
        }),
      ),
      /** The business as the furnishers of the chosen records name it. */
      business: StatedBusiness,
      /** Absent without a dispute. */
      disputes: wire.optional(
        wire.listOf(
          wire.record('KybCertificateDispute', {
            model_name: wire.text,
            field_name: textOrNull,
            opened_at: wire.timestamp,
            due_at: wire.timestamp,
          }),
        ),
      ),
      /** The effective consent; null without one. */
      consent_id: wire.nullable(wire.uuid),
      /** The purpose in the query. */
      permissible_purpose: wire.nullable(wire.oneOf(PERMISSIBLE_PURPOSES)),
      issued_at: wire.timestamp,
    }),
    ...Object.fromEntries(
      kybCertificate.models.map((model) => [
        model.name,
        wire.nullable(Type.Unsafe<object>(sectionSchemaOf(model, SOURCE))),
      ]),
    ),
  }),
});

export const queryKybCertificate = declareOperation({
  id: 'queryKybCertificate',
  method: 'POST',
  path: kybCertificate.queryPath,
  service: 'product-query',
  permission: 'product:query',
  billable: true,
  summary: 'Query the KYB certificate of a business',
  description:
    'Billable: each 200 and each 204 creates one query event. A query by `business_id` uses the newest consent that the institution recorded for the business; if that consent has ended, the query is a 403. Without a recorded consent, the query is for a permissible purpose.',
  request: {
    body: KybQueryDto,
    headers: { [PERMISSIBLE_PURPOSE_HEADER]: purposeHeader },
  },
  example: KYB_QUERY_EXAMPLE,
  answer: KybCertificate,
  noResult: NO_RESULT,
  refusals: SUBJECT_REFUSALS,
  words: {
    certificate_id: ['The certificate.', EXAMPLE_IDS.certificate],
    'KybCertificate.result': 'The content of the certificate.',
    'KybCertificateResult.meta': 'The circumstances of the query.',
    'KybCertificateMeta.networks':
      'Each queried network with its policy; `network_id` and `policy_id` are of the first.',
    'KybCertificateMeta.business':
      'The business as the furnishers of the chosen records name it, never as the query does; null where consent or policy hides it.',
    'KybCertificateMeta.disputes':
      'The sections and fields whose chosen record is disputed and not decided; absent without one.',
    'KybCertificateDispute.model_name': ['The disputed section.', 'business_identity_verification'],
    'KybCertificateDispute.field_name': [
      'The disputed field; null for the whole section.',
      'business_entity_type',
    ],
    'KybCertificateDispute.opened_at': [
      'The time of the first dispute.',
      '2026-01-15T09:30:00.000Z',
    ],
    due_at: ['The first deadline that the furnisher has not kept yet.', '2026-01-22T09:30:00.000Z'],
    'KybCertificateBusiness.business_legal_name': [
      'The legal name in the first section whose record states one.',
      'Example Hardware LLC',
    ],
    'KybCertificateBusiness.furnishing_entity_id': [
      'The furnisher that stated the name.',
      EXAMPLE_IDS.furnisher,
    ],
    other_legal_names: 'Other legal names in the records of further sections.',
    registrations: 'The registrations that the records state.',
    'KybCertificateRegistration.business_jurisdiction_of_formation': [
      'The jurisdiction, as the record states it.',
      'US-DE',
    ],
    'KybCertificateRegistration.business_registration_identifier': [
      'The registration in that jurisdiction.',
      '5551234',
    ],
    'KybCertificateMeta.consent_id': [
      'The effective consent; null without one.',
      EXAMPLE_IDS.consent,
    ],
  },
});

export const watchKybCertificate = declareOperation({
  id: 'watchKybCertificate',
  method: 'POST',
  path: kybCertificate.watchPath,
  service: 'product-query',
  permission: 'product:query',
  billable: true,
  summary: 'Renew the certificate of a notice',
  description:
    'Sends the query of the notice again, with its networks, policy, consent, subject, furnishers and purpose, and is refused where that query is. Billable as a query: a notice creates at most one query event, which names it; a repeated request gets the same answer, with any `Idempotency-Key`. Later notices are about the new certificate instead of the one before it. After a 204 they stay about that one.',
  request: { body: WatchDto },
  example: { notice_id: EXAMPLE_IDS.notice },
  answer: KybCertificate,
  noResult: NO_RESULT,
  refusals: ['not_found', ...SUBJECT_REFUSALS],
});

/** An issued certificate, without its content. */
const CertificateSummary = wire.record('CertificateSummary', {
  certificate_id: wire.uuid,
  query_event_id: wire.uuid,
  network_ids: wire.listOf(wire.uuid),
  /** The policy of the first network; null for the product's built-in default. */
  policy_id: wire.nullable(wire.uuid),
  policy_version: wire.nullable(wire.integer),
  consent_id: wire.nullable(wire.uuid),
  issued_at: wire.timestamp,
});

export const listKybCertificates = declareOperation({
  id: 'listKybCertificates',
  method: 'GET',
  path: kybCertificate.certificatesPath,
  service: 'product-query',
  permission: 'product:query',
  summary: "List the institution's certificates, oldest first",
  request: { query: CursorQuery },
  answer: pageOf('CertificatePage', CertificateSummary),
  refusals: CURSOR_REFUSAL,
  words: {
    'CertificateSummary.policy_id': [
      "The policy in the first network; null for the product's built-in default.",
      EXAMPLE_IDS.policy,
    ],
    'CertificateSummary.consent_id': [
      'The effective consent; null without one.',
      EXAMPLE_IDS.consent,
    ],
  },
});

export const readKybCertificate = declareOperation({
  id: 'readKybCertificate',
  method: 'GET',
  path: `${kybCertificate.certificatesPath}/{certificate_id}`,
  service: 'product-query',
  permission: 'product:query',
  summary: 'Read an issued certificate again, byte for byte',
  request: { path: CertificatePath },
  answer: KybCertificate,
  refusals: ['not_found'],
});
