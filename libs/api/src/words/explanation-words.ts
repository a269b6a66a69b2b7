import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Query events, explanations and uses of records. */
export const explanationWords: WordTable = {
  product_slug: ['The slug of the product or template.', 'kyb_certificate'],
  environment: 'The environment of the query.',
  outcome: 'Whether the query had a result.',
  furnishing_entity_ids: ['The furnishers whose data is in the answer.', [EXAMPLE_IDS.furnisher]],
  billable: 'Whether billing charges for the query.',
  request_id: ['`X-Request-Id` of the answer.', 'req-7f3a'],
  networks: 'Each network with the policy that applied there.',
  code: 'The stable code of the reason.',
  explanation: ['The reason in a sentence for people, which may change.', 'It was issued.'],
  consent_revision: ['The revision of the consent at the time of the query.', 1],
  'NetworkExplanation.policy_id': [
    "The policy that applied; null for the product's built-in default.",
    EXAMPLE_IDS.policy,
  ],
  'NetworkExplanation.consent_id': [
    'The consent that applied there; null without one.',
    EXAMPLE_IDS.consent,
  ],
  'QueryEventNetwork.policy_id': [
    "The policy that applied; null for the product's built-in default.",
    EXAMPLE_IDS.policy,
  ],
  data_sets:
    'Of a bundle: the policy and consent of each data set that it reads; closed ones are omitted.',
  'DataSetExplanation.model_name': ['The slug of the data set.', 'consumer_credit_health_snapshot'],
  'DataSetExplanation.policy_id': [
    "The policy that applied; null for the template's built-in default.",
    EXAMPLE_IDS.policy,
  ],
  'DataSetExplanation.consent_id': [
    'The consent that applied to it; null without one, or if the consent of the bundle applied.',
    EXAMPLE_IDS.consent,
  ],
  omitted_networks:
    'The networks that the query of a template left out, because consent closed them; totals do not include them.',
  'OmittedNetwork.reason': 'The `reason` with which a query of that network alone is refused.',
  'OmittedNetwork.explanation': [
    'The reason in a sentence for people, which may change.',
    'Consents were recorded, and none in force covered the query there.',
  ],
  remedies:
    'Of a query without a result: what would give one, by section or data set and network. Each is enough, or says what else is needed.',
  'Remedy.model_name': [
    'The section of a product; of a template the data set, or the group that it declares.',
    'business_identity_verification',
  ],
  'Remedy.furnishing_entity_ids': [
    'The furnishers that the policy accepts; null if it accepts any, or the caller may not read it.',
    [EXAMPLE_IDS.furnisher],
  ],
  'Remedy.explanation': [
    'What would give a result, in a sentence for people, which may change.',
    'It would be a result if a furnisher of the network had a business identity verification of this business, and its latest one was verified within the last 365 days.',
  ],
  sections:
    "Each section of a product, or each group of a template's answer, with the reasons for its data.",
  name_differs:
    'Whether the chosen record names the business otherwise than the consent, legal forms and spelling aside.',
  'FieldExplanation.is_required': 'Whether the answer or a policy requires the field.',
  sources: 'The origins of an issued field; several if it is about several groups of the answer.',
  'FieldSource.attestation_id': [
    'The attestation of the furnisher, if any.',
    EXAMPLE_IDS.attestation,
  ],
  'SectionLimit.model_name': [
    'The section or template; of a bundle also a data set that it reads.',
    'business_identity_verification',
  ],
  'SectionExplanation.network_id': [
    'The network of the section; null if it was not issued.',
    EXAMPLE_IDS.network,
  ],
  'SectionExplanation.furnishing_entity_id': [
    'The furnisher of the section; null if it was not issued.',
    EXAMPLE_IDS.furnisher,
  ],
  'SectionExplanation.attestation_id': [
    'The attestation of the furnisher, if any.',
    EXAMPLE_IDS.attestation,
  ],
  used_records:
    'The record of an issued section; of a bundle one record of each data set, all of one furnisher.',
  'SectionRecord.model_name': [
    'The section; of a template the data set, or the group that it declares.',
    'business_identity_verification',
  ],
  'SectionRecord.attestation_id': [
    'The attestation of the furnisher, if any.',
    EXAMPLE_IDS.attestation,
  ],
  performed_at: [
    "The time of the verification. A template's record without one that may be read has the time of its furnishing; a section has null.",
    '2026-01-15T09:30:00.000Z',
  ],
  'SectionExplanation.fields': 'Each field, with the reason for its value or its absence.',
  limits: 'The rules of consent, query and policy that a record had to satisfy.',
  'SectionExplanation.records': 'The candidate records that the reader may see.',
  'SectionLimit.field_name': [
    'The field that the rule is about; null for the section.',
    'business_entity_type',
  ],
  'RecordExplanation.field_name': [
    'The field that the reason is about; null for the record.',
    'business_entity_type',
  ],
};
