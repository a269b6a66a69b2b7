import { kybCertificate } from '@ndx/catalog';

const MODEL = 'business_identity_verification';
const pair = {
  product_id: kybCertificate.id,
  network_id: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b',
};

/** Bodies that would be taken, for the documents. */
export const QUERYING_POLICY_EXAMPLE = { ...pair, name: 'Attested identity' };

export const QUERYING_CONFIGURATION_EXAMPLE = {
  status: 'published',
  is_default: true,
  model_selections: [
    {
      model_name: MODEL,
      is_required: true,
      attestation_required: true,
      max_age_days: 365,
      field_selections: [{ field_name: 'business_entity_type', is_required: true }],
    },
  ],
};

export const FURNISHING_POLICY_EXAMPLE = {
  ...pair,
  name: 'Recent verifications',
  active_on: '2026-01-15T09:30:00Z',
  policy_metadata: { required_fields: [`${MODEL}.business_entity_type`], max_age_days: 365 },
};

export const FURNISHING_CONFIGURATION_EXAMPLE = { deprecated_on: '2099-12-31T00:00:00Z' };
