import { fields } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import type { Values } from '../../run/expect.js';
import {
  answered,
  AT,
  CONSUMER_CORE,
  NETWORK_IDS,
  type FurnishContract,
  type QueryContract,
} from './template.js';

/** The templates that furnish the bundle; the words of each step state that it is complete. */
const PARTS = {
  address_verification: {
    types: `address_data_review_timestamp? address_verification_timestamp?: date-time | open
      address_review_cross_source_consistency? address_verification_method_type?: string | open`,
    steps: ['address_data_review', 'address_verification'],
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
    steps: ['biometric_attribute_review', 'biometric_capture'],
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
    steps: ['document_attribute_review', 'document_capture'],
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
    steps: ['liveness_capture', 'liveness_evidence_review'],
    data: {
      liveness_capture_timestamp: AT,
      liveness_evidence_review_timestamp: AT,
      liveness_capture_consumer_interaction_required: true,
      liveness_capture_method_type: 'video',
      liveness_evidence_clarity: 'clear',
    },
  },
} satisfies Readonly<Record<string, Part>>;

interface Part {
  readonly types: string;
  readonly steps: readonly string[];
  readonly data: Values;
}

/**
 * A bundle is read-only (design 8), and the contract has no endpoint that furnishes its fields:
 * each of its parts is a template.
 */
export const kycPartFurnishes: readonly FurnishContract[] = Object.entries(PARTS).map(
  ([slug, { types, steps, data }]) => ({
    section: 'design 8',
    path: `/api/templates/${slug}/furnish`,
    subject: 'consumer',
    input: [
      ...CONSUMER_CORE,
      ...NETWORK_IDS,
      ...fields(types),
      ...fields(`${steps.map((step) => `is_${step}_complete?`).join(' ')}: boolean | null`),
    ],
    data,
  }),
);

/** Each part can be queried alone (design 8). */
export const kycPartQueries: readonly QueryContract[] = Object.entries(PARTS).map(
  ([slug, part], index) => ({
    section: 'design 8',
    path: `/api/templates/${slug}/query`,
    ...bundleOf([part], kycPartFurnishes.slice(index, index + 1)),
  }),
);

export const kycCertificateBundleQuery: QueryContract = {
  section: '4.7',
  path: '/api/use_cases/templates/kyc_certificate_bundle',
  ...bundleOf(Object.values(PARTS), kycPartFurnishes),
};

function bundleOf(parts: readonly Part[], furnished: readonly FurnishContract[]) {
  const complete = parts.flatMap(({ steps }) => steps.map((step) => `is_${step}_complete`));
  return {
    subject: 'consumer' as const,
    input: CONSUMER_CORE,
    output: exactly([
      ...fields('network_furnisher_id network_query_id: uuid'),
      ...parts.flatMap(({ types }) => answered(fields(types))),
      ...fields(`${complete.join(' ')}: string`),
    ]),
    furnished,
    answer: {
      ...Object.fromEntries(parts.flatMap(({ data }) => Object.entries(data))),
      ...Object.fromEntries(complete.map((name) => [name, 'true'])),
    },
  };
}
