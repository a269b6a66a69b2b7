import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Furnishing, submissions, queries, certificates and the coverage check. */
export const dataWords: WordTable = {
  'Furnished.success': 'The record was accepted.',
  'FurnishSubmission.success': 'Whether every record was accepted; `results` has each record.',
  submission_id: ['The submission.', EXAMPLE_IDS.submission],
  'FurnishSubmission.submission_id': [
    'The submission; null for a dry run.',
    EXAMPLE_IDS.submission,
  ],
  program_name: ["The furnisher's name for the program of the records.", 'Business onboarding'],
  application_date: ['The day of the application.', '2026-01-15'],
  'FurnishProduct.records': 'The records; each is accepted or rejected by itself.',
  results: 'The result of each record, in the order of the request.',
  index: ['The position of the record in the request, from 0.', 0],
  accepted: 'Whether the record was accepted.',
  'FurnishResult.business_id': [
    'The subject of the record; null for a rejected record and in a dry run.',
    EXAMPLE_IDS.business,
  ],
  'FurnishResult.record_id': [
    'The stored record; null for a rejected record and in a dry run.',
    EXAMPLE_IDS.record,
  ],
  'FurnishResult.errors': ['The reasons of a rejection; empty for an accepted record.', []],
  'FurnishFault.detail': [
    'The path of the field and the fault.',
    'business_identity_verification.assertions: is required',
  ],
  'FurnishFault.path': [
    'The member of the record, its names joined by dots.',
    'business_identity.business_legal_name',
  ],
  record_id: ['The stored record.', EXAMPLE_IDS.record],
  dataset: ['The slug of the product or template.', 'kyb_certificate'],
  record_count: ['The number of records in the request.', 100],
  accepted_count: ['The number of accepted records.', 99],
  submitted_at: ['The time of the submission.', '2026-01-15T09:30:00.000Z'],
  'KybQuery.network_ids': ['The networks to query.', [EXAMPLE_IDS.network]],
  'CoverageCheck.network_ids': ['The networks to check.', [EXAMPLE_IDS.network]],
  'KybQuery.policy_id': [
    'The policy for every listed network; without it, the default policy of each network.',
    EXAMPLE_IDS.policy,
  ],
  'CoverageCheck.policy_id': [
    'The policy for every listed network; without it, the default policy of each network.',
    EXAMPLE_IDS.policy,
  ],
  'KybQuery.furnishing_entity_ids': [
    'The furnishers whose data may be used; empty or absent: all.',
    [EXAMPLE_IDS.furnisher],
  ],
  'CoverageCheck.furnishing_entity_ids': [
    'The furnishers whose data may be used; empty or absent: all.',
    [EXAMPLE_IDS.furnisher],
  ],
  'KybQuery.consent_id': ['The consent, which identifies the subject.', EXAMPLE_IDS.consent],
  'CoverageCheck.consent_id': ['The consent, which identifies the subject.', EXAMPLE_IDS.consent],
  'KybQuery.business_id': [
    'The business, for a query with a permissible purpose.',
    EXAMPLE_IDS.business,
  ],
  'CoverageCheck.business_id': [
    'The business, for a check with a permissible purpose.',
    EXAMPLE_IDS.business,
  ],
  'KybQuery.consumer_id': ['Accepted and ignored.', EXAMPLE_IDS.consumer],
  'CoverageCheck.consumer_id': [
    'The consumer, for a template about consumers.',
    EXAMPLE_IDS.consumer,
  ],
  certificate_id: ['The certificate.', EXAMPLE_IDS.certificate],
  query_event_id: [
    'The query event, which billing uses; the `X-Ref-Id` of the answer.',
    EXAMPLE_IDS.query,
  ],
  'DailyQueryCountsQuery.from': ['First day of the window.', '2026-01-01'],
  'DailyQueryCountsQuery.to': ['The day after the last day of the window.', '2026-02-01'],
  'DailyQueryCount.day': ['The day in UTC.', '2026-01-15'],
  'DailyQueryCount.querying_entity_id': [
    'The querying institution, which is billed.',
    EXAMPLE_IDS.querier,
  ],
  'DailyQueryCount.product_slug': ['The product or template that was queried.', 'kyb_certificate'],
  'DailyQueryCount.billable': 'Whether the queries are billed.',
  'DailyQueryCount.count': ['The number of query events.', 120],
  'KybCertificate.result': 'The content of the certificate.',
  'KybCertificateResult.meta': 'The circumstances of the query.',
  'KybCertificateMeta.networks':
    'Each queried network with its policy; `network_id` and `policy_id` are of the first.',
  policy_version: ["The version of the policy; null for the product's built-in default.", 2],
  permissible_purpose: 'The purpose that the query stated; null if it stated none.',
  'KybCertificateMeta.consent_id': [
    'The effective consent; null without one.',
    EXAMPLE_IDS.consent,
  ],
  issued_at: ['The time at which it was issued.', '2026-01-15T09:30:00.000Z'],
  business_identity_verification: 'The verification of the identity of the business.',
  business_ownership_control_verification: 'The verification of its ownership and control.',
  business_risk_compliance_assessment: 'The assessment of its risk and compliance.',
  'KybCertificateRecord.business_identity': 'The subject by its identity.',
  furnishing_entity_id: ['The furnisher of the data.', EXAMPLE_IDS.furnisher],
  'CertificateSummary.policy_id': [
    "The policy in the first network; null for the product's built-in default.",
    EXAMPLE_IDS.policy,
  ],
  'CertificateSummary.consent_id': [
    'The effective consent; null without one.',
    EXAMPLE_IDS.consent,
  ],
  'Coverage.consumer_id': ['The consumer; null for a business.', null],
  'Coverage.business_id': ['The business; null for a consumer.', EXAMPLE_IDS.business],
  issuable: 'Whether a query would have a result.',
  entities: 'Each furnisher with data that the caller may read.',
  furnishing_entity_name: ['The name of the furnisher; null until it is known.', 'First Demo Bank'],
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
};
