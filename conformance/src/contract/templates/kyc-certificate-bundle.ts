import { fields } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import type { Values } from '../../run/expect.js';
import {
  AT,
  CONSUMER_CORE,
  NETWORK_IDS,
  type FurnishContract,
  type QueryContract,
} from './template.js';

const PARTS = {
  address_verification: {
    types: `address_data_review_timestamp? address_verification_timestamp?: date-time | open
      address_review_cross_source_consistency? address_verification_method_type?: string | open`,
    data: {
      address_data_review_timestamp: AT,
      address_verification_timestamp: AT,
      address_review_cross_source_consistency: 'consistent',
      address_verification_method_type: 'utility_bill',
    },
  },
  biometric_verification: {
    types: `biometric_attribute_review_timestamp? biometric_capture_timestamp?: date-time | open
      biometric_artifact_subject_present?: boolean | open
      biometric_artifact_image_quality? biometric_artifact_type?
      biometric_artifact_upload?: string | open`,
    data: {
      biometric_attribute_review_timestamp: AT,
      biometric_capture_timestamp: AT,
      biometric_artifact_subject_present: true,
      biometric_artifact_image_quality: 'high',
      biometric_artifact_type: 'selfie',
      biometric_artifact_upload: 'selfie.jpg',
    },
  },
  document_verification: {
    types: `document_attribute_review_timestamp? document_capture_timestamp?: date-time | open
      identity_document_upload_includes_selfie?: boolean | open
      identity_document_issuing_authority? identity_document_type?
      identity_document_upload?: string | open`,
    data: {
      document_attribute_review_timestamp: AT,
      document_capture_timestamp: AT,
      identity_document_upload_includes_selfie: false,
      identity_document_issuing_authority: 'US-MA',
      identity_document_type: 'drivers_license',
      identity_document_upload: 'license.jpg',
    },
  },
  liveness_verification: {
    types: `liveness_capture_timestamp? liveness_evidence_review_timestamp?: date-time | open
      liveness_capture_consumer_interaction_required?: boolean | open
      liveness_capture_method_type? liveness_evidence_clarity?: string | open`,
    data: {
      liveness_capture_timestamp: AT,
      liveness_evidence_review_timestamp: AT,
      liveness_capture_consumer_interaction_required: true,
      liveness_capture_method_type: 'video',
      liveness_evidence_clarity: 'clear',
    },
  },
} as const satisfies Record<string, { readonly types: string; readonly data: Values }>;

/** Each follows from the timestamp of its step, all of which are furnished. */
const COMPLETE = [
  'is_address_data_review_complete',
  'is_address_verification_complete',
  'is_biometric_attribute_review_complete',
  'is_biometric_capture_complete',
  'is_document_attribute_review_complete',
  'is_document_capture_complete',
  'is_liveness_capture_complete',
  'is_liveness_evidence_review_complete',
];

/**
 * A bundle is read-only (design 8), and the contract has no endpoint that furnishes its fields:
 * each of its parts is a template.
 */
export const kycPartFurnishes: readonly FurnishContract[] = Object.entries(PARTS).map(
  ([slug, { types, data }]) => ({
    section: 'design 8',
    path: `/api/templates/${slug}/furnish`,
    subject: 'consumer',
    input: [...CONSUMER_CORE, ...NETWORK_IDS, ...fields(types)],
    data,
  }),
);

export const kycCertificateBundleQuery: QueryContract = {
  section: '4.7',
  path: '/api/use_cases/templates/kyc_certificate_bundle',
  subject: 'consumer',
  input: CONSUMER_CORE,
  output: exactly(`
    network_furnisher_id network_query_id: uuid
    address_data_review_timestamp address_verification_timestamp
    biometric_attribute_review_timestamp biometric_capture_timestamp
    document_attribute_review_timestamp document_capture_timestamp liveness_capture_timestamp
    liveness_evidence_review_timestamp: date-time
    biometric_artifact_subject_present identity_document_upload_includes_selfie
    liveness_capture_consumer_interaction_required: boolean
    address_review_cross_source_consistency address_verification_method_type
    biometric_artifact_image_quality biometric_artifact_type biometric_artifact_upload
    identity_document_issuing_authority identity_document_type identity_document_upload
    is_address_data_review_complete is_address_verification_complete
    is_biometric_attribute_review_complete is_biometric_capture_complete
    is_document_attribute_review_complete is_document_capture_complete
    is_liveness_capture_complete is_liveness_evidence_review_complete
    liveness_capture_method_type liveness_evidence_clarity: string
  `),
  furnished: kycPartFurnishes,
  answer: {
    ...Object.fromEntries(Object.values(PARTS).flatMap(({ data }) => Object.entries(data))),
    ...Object.fromEntries(COMPLETE.map((name) => [name, 'true'])),
  },
};
