import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Policies, attestations and the list of products. */
export const policyWords: WordTable = {
  network_product_id: [
    'The association of the network and the product.',
    '0192d3c0-d5c1-74d2-85e3-f6789aabbcbc',
  ],
  schema_version: ['The version of the format of the policy.', '1'],
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
  name_match:
    'Whether the record may name the business otherwise than the consent: `report` shows the difference in the explanation, `require` excludes the record.',
  disputed_data:
    'What an undecided dispute of a record does: `mark` shows it in the answer, `exclude` excludes the record, `exclude_after_deadline` excludes it once the furnisher missed a deadline.',
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
  attestation_id: ['The attestation.', EXAMPLE_IDS.attestation],
  kind: 'A product has several models; a template is one flat data set.',
};
