import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Furnishing, submissions, queries, certificates and the coverage check. */
export const dataWords: WordTable = {
  submission_id: ['The submission.', EXAMPLE_IDS.submission],
  program_name: ["The furnisher's name for the program of the records.", 'Business onboarding'],
  index: ['The position of the record in the request, from 0.', 0],
  record_id: ['The stored record.', EXAMPLE_IDS.record],
  'KybQuery.network_ids': ['The networks to query.', [EXAMPLE_IDS.network]],
  'KybQuery.policy_id': [
    'The policy for every listed network; without it, the default policy of each network.',
    EXAMPLE_IDS.policy,
  ],
  'KybQuery.furnishing_entity_ids': [
    'The furnishers whose data may be used; empty or absent: all.',
    [EXAMPLE_IDS.furnisher],
  ],
  'KybQuery.consent_id': ['The consent, which identifies the subject.', EXAMPLE_IDS.consent],
  'KybQuery.business_id': [
    'The business, for a query with a permissible purpose.',
    EXAMPLE_IDS.business,
  ],
  'KybQuery.consumer_id': ['Accepted and ignored.', EXAMPLE_IDS.consumer],
  query_event_id: [
    'The query event, which billing uses; the `X-Ref-Id` of the answer.',
    EXAMPLE_IDS.query,
  ],
  policy_version: ["The version of the policy; null for the product's built-in default.", 2],
  permissible_purpose: 'The purpose that the query stated; null if it stated none.',
  issued_at: ['The time at which it was issued.', '2026-01-15T09:30:00.000Z'],
  business_identity_verification: 'The verification of the identity of the business.',
  business_ownership_control_verification: 'The verification of its ownership and control.',
  business_risk_compliance_assessment: 'The assessment of its risk and compliance.',
  'KybCertificateRecord.business_identity': 'The subject by its identity.',
  furnishing_entity_id: ['The furnisher of the data.', EXAMPLE_IDS.furnisher],
};
