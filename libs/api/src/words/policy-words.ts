import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

const EXPECTED =
  'The version that the caller read; if the policy has another one, the request is a conflict.';

/** Policies, attestations and the list of products. */
export const policyWords: WordTable = {
  'QueryingPolicy.id': ['The id of the policy.', EXAMPLE_IDS.policy],
  'FurnishingPolicy.id': ['The id of the policy.', EXAMPLE_IDS.policy],
  'QueryingPolicy.entity_id': ['The institution that created the policy.', EXAMPLE_IDS.operator],
  'FurnishingPolicy.entity_id': ['The institution that created the policy.', EXAMPLE_IDS.operator],
  network_product_id: [
    'The association of the network and the product.',
    '0192d3c0-d5c1-74d2-85e3-f6789aabbcbc',
  ],
  'QueryingPolicy.name': ['The name, unique in the network and the product.', 'Attested identity'],
  'QueryingPolicyVersion.name': ['The name in this version.', 'Attested identity'],
  'CreateQueryingPolicy.name': [
    'The name, unique in the network and the product.',
    'Attested identity',
  ],
  'ConfigureQueryingPolicy.name': ['A new name.', 'Attested identity'],
  'FurnishingPolicy.name': ['The name.', 'Recent verifications'],
  'CreateFurnishingPolicy.name': [
    'The name; the name of an active policy makes its next version.',
    'Recent verifications',
  ],
  'ConfigureFurnishingPolicy.name': ['A new name.', 'Recent verifications'],
  'QueryingPolicy.version': ['The number of the saved configuration, from 1.', 2],
  'QueryingPolicyVersion.version': ['The number of the saved configuration, from 1.', 2],
  'PolicyVersionPath.version': ['The number of the saved configuration, from 1.', 1],
  'FurnishingPolicy.version': ['The number of the version, from 1.', 1],
  schema_version: ['The version of the format of the policy.', '1'],
  'QueryingPolicy.status': 'Only a published policy applies to queries.',
  'QueryingPolicyVersion.status': 'The status in this version.',
  'ConfigureQueryingPolicy.status': 'Publishes, archives or returns to draft.',
  is_default: 'Whether a query without `policy_id` uses the policy.',
  enforced: 'Whether a query of the network may not name another policy.',
  model_selections:
    'The requirements of each model; empty: every model is enabled, none is required.',
  model_name: [
    'A model of the product, or the slug of the template.',
    'business_identity_verification',
  ],
  field_name: ['A field of the model.', 'business_entity_type'],
  is_enabled: 'Whether it is in the answer.',
  is_required: 'Whether there is no answer without it.',
  max_age_days: ['Maximum age of a verification in days; null: any age.', 365],
  attestation_required:
    'Whether the furnisher must have an attestation for the product that is in force.',
  selected_provenance_option_ids: [
    'Furnishing institutions in order of preference; empty means any.',
    [EXAMPLE_IDS.furnisher],
  ],
  field_selections: 'The requirements of fields of the model.',
  accepted_values: [
    'The values that satisfy the policy (strings, numbers and booleans); null: any value.',
    ['limited liability company', 'corporation'],
  ],
  consent:
    'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose.',
  'ConfigureQueryingPolicy.consent':
    'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose. Null: the default of the product.',
  permissible_purposes: [
    'The purposes that a query may state; empty means any.',
    ['customer_due_diligence'],
  ],
  'ConfigureQueryingPolicy.expected_version': [EXPECTED, 1],
  'ConfigureFurnishingPolicy.expected_version': [EXPECTED, 1],
  saved_at: ['The time at which the version was saved.', '2026-01-15T09:30:00.000Z'],
  source_default_slug: [
    'The slug of a default from which the policy was made, set by its author.',
    'recent-verifications',
  ],
  active_on: [
    'The time from which the policy applies; without it, a draft.',
    '2026-01-15T09:30:00.000Z',
  ],
  deprecated_on: ['The time from which it no longer applies, if any.', '2099-12-31T00:00:00.000Z'],
  policy_metadata: ['The rules for accepting records.', { max_age_days: 365 }],
  required_fields: [
    'The fields (`model.field`) that a record must have.',
    ['business_identity_verification.business_entity_type'],
  ],
  'InstitutionAttestation.id': ['The id of the attestation.', EXAMPLE_IDS.attestation],
  'InstitutionAttestation.status': 'Whether the attestation is in force.',
  attestation_id: ['The attestation.', EXAMPLE_IDS.attestation],
  signed_by_name: ['The name of the person who signed.', 'Casey Morgan'],
  signed_by_title: ['The title of the person who signed.', 'Head of compliance'],
  signed_at: ['The time of the signature.', '2026-01-15T09:30:00.000Z'],
  'InstitutionAttestation.expires_at': ['12 months after creation.', '2027-01-15T09:30:00.000Z'],
  attestation_data: [
    'What the institution attests, in its own form.',
    { statement: 'Verified against the registry' },
  ],
  'Product.id': ['The id, the same in every environment.', kybCertificate.id],
  kind: 'A product has several models; a template is one flat data set.',
  slug: ['The name in scopes of consents and in paths.', 'kyb_certificate'],
  'Product.subject': 'Whether it is about consumers or businesses.',
  query_path: ['The path of its query.', '/v1/products/kyb_certificate/query'],
  furnish_path: [
    'The path of its furnish operation; null for a bundle, which only reads.',
    '/v1/products/kyb_certificate/furnish',
  ],
  'Product.models': 'The models that querying policies and consents name.',
  furnished_models:
    'The models that furnishing policies name; empty for a bundle, which only reads.',
  'ProductModel.fields': 'The fields that can be named.',
  field_type: ['The type of the field in the catalogue.', 'string'],
};
