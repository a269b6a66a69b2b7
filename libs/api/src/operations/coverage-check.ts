import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS, PERMISSIBLE_PURPOSE_HEADER } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import { purposeHeader } from '../shapes/purpose-header.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXPLAINED } from './explanation-shapes.js';
import { KYB_QUERY_EXAMPLE, KybQueryDto, SUBJECT_REFUSALS } from './query-shapes.js';

/** Body of the coverage check (design 9): like a query's, about any product or template. */
class CoverageCheckDto extends KybQueryDto {
  /** The id of a product or a template. */
  @Uuid()
  readonly product_id!: string;
}

/** How a query would be answered, with the codes and sentences of explanations. */
const CheckExplanation = wire.record('CheckExplanation', EXPLAINED);

/** The answer (design 9): which data exists, without its values. */
const Coverage = wire.record('Coverage', {
  product_id: wire.uuid,
  consumer_id: wire.nullable(wire.uuid),
  business_id: wire.nullable(wire.uuid),
  /** Whether a query would have a result. */
  issuable: wire.flag,
  explanation: CheckExplanation,
  entities: wire.listOf(
    wire.record('FurnisherCoverage', {
      furnishing_entity_id: wire.uuid,
      /** Null until the name of the institution has arrived (decision 0021). */
      furnishing_entity_name: wire.nullable(wire.text),
      network_id: wire.uuid,
      /** Whether the policy's requirements are met from this furnisher alone. */
      complete: wire.flag,
      /** The missing `model.field` or `model` paths. */
      missing: wire.listOf(wire.text),
      models: wire.listOf(
        wire.record('ModelCoverage', {
          model_name: wire.text,
          met_count: wire.integer,
          total_count: wire.integer,
          fields: wire.listOf(
            wire.record('FieldCoverage', { field_name: wire.text, met: wire.flag }),
          ),
        }),
      ),
    }),
  ),
});

export const checkCoverage = declareOperation({
  id: 'checkCoverage',
  method: 'POST',
  path: '/v1/products/check',
  service: 'product-query',
  permission: 'product:check',
  summary: 'Check which fields furnishers have for a subject',
  description:
    'Returns, for each furnisher with data that the caller may read, the fields that a query would find. It explains for each section and field whether a query would issue it, or why not. The check returns no values and is not billed.',
  request: {
    body: CoverageCheckDto,
    headers: { [PERMISSIBLE_PURPOSE_HEADER]: purposeHeader },
  },
  // About the same subject as the query's example.
  example: { product_id: kybCertificate.id, ...KYB_QUERY_EXAMPLE },
  changesNothing: true,
  answer: Coverage,
  refusals: SUBJECT_REFUSALS,
  words: {
    'CoverageCheck.network_ids': ['The networks to check.', [EXAMPLE_IDS.network]],
    'CoverageCheck.policy_id': [
      'The policy for every listed network; without it, the default policy of each network.',
      EXAMPLE_IDS.policy,
    ],
    'CoverageCheck.furnishing_entity_ids': [
      'The furnishers whose data may be used; empty or absent: all.',
      [EXAMPLE_IDS.furnisher],
    ],
    'CoverageCheck.consent_id': [
      'The consent, which identifies the subject. It binds the check of a product; for a template, whose query names no consent, the recorded consents decide.',
      EXAMPLE_IDS.consent,
    ],
    'CoverageCheck.business_id': [
      'The business, for a check with a permissible purpose.',
      EXAMPLE_IDS.business,
    ],
    'CoverageCheck.consumer_id': [
      'The consumer, for a template about consumers.',
      EXAMPLE_IDS.consumer,
    ],
    'Coverage.consumer_id': ['The consumer; null for a business.', null],
    'Coverage.business_id': ['The business; null for a consumer.', EXAMPLE_IDS.business],
    issuable: 'Whether a query would have a result.',
    entities: 'Each furnisher with data that the caller may read.',
    furnishing_entity_name: [
      'The name of the furnisher; null until it is known.',
      'First Demo Bank',
    ],
    complete: 'Whether the data of this furnisher alone satisfies the policy.',
    missing: [
      'The required fields (`model.field`) and models that are missing.',
      ['business_risk_compliance_assessment'],
    ],
    'FurnisherCoverage.models': 'The coverage of each model.',
    met_count: ['The number of fields with a value.', 12],
    total_count: ['The number of fields.', 15],
    'ModelCoverage.fields': 'The coverage of each field.',
    met: 'Whether the field has a value that satisfies the policy.',
    'CheckExplanation.networks': 'Each network with the policy and the consent that apply there.',
    'Coverage.explanation': 'How a query would be answered, with the codes of its explanation.',
  },
});
