import { large, required } from '../fields/field.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from '../network-fields.js';
import { derived, furnishedUnder, isComplete } from '../output.js';
import { CONSUMER_CORE } from '../subjects/consumer.js';
import { template } from '../template.js';

const slug = 'biometric_verification';

/** Furnishes the biometric part of the KYC certificate bundle (contract 4.7). */
export const biometricVerification = template({
  slug,
  subject: 'consumer',
  query: { input: CONSUMER_CORE },
  furnish: { subject: [...CONSUMER_CORE, ...FURNISHING_IDS] },
  outputs: [
    ...FURNISHER_ID,
    ...QUERY_ID,
    ...furnishedUnder(slug, [
      ...required(
        'date-time',
        'biometric_attribute_review_timestamp',
        'biometric_capture_timestamp',
      ),
      ...required('boolean', 'biometric_artifact_subject_present'),
      ...required('string', 'biometric_artifact_image_quality', 'biometric_artifact_type'),
      ...large(required('string', 'biometric_artifact_upload')),
    ]),
    ...derived(
      slug,
      required('string', 'is_biometric_attribute_review_complete'),
      [
        'biometric_attribute_review_timestamp',
        'biometric_artifact_subject_present',
        'biometric_artifact_image_quality',
      ],
      isComplete,
    ),
    ...derived(
      slug,
      required('string', 'is_biometric_capture_complete'),
      ['biometric_capture_timestamp', 'biometric_artifact_type', 'biometric_artifact_upload'],
      isComplete,
    ),
  ],
  words: {
    biometric_attribute_review_timestamp:
      'The time at which the biometric attributes were reviewed.',
    biometric_capture_timestamp: 'The time at which the biometric artifact was captured.',
    biometric_artifact_subject_present: 'Whether the subject was present at the capture.',
    biometric_artifact_image_quality: ['The quality of the image.', 'high'],
    biometric_artifact_type: ['The kind of artifact.', 'facial_image'],
    biometric_artifact_upload: [
      'The artifact, as a document in Base64.',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB',
    ],
    is_biometric_attribute_review_complete: [
      'Whether the review of the attributes is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
    is_biometric_capture_complete: [
      'Whether the capture is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
  },
});
