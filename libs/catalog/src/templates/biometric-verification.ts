import { large, required } from '../fields/field.js';
import { kycPart } from '../kyc-part.js';
import { STEP_WORDS } from '../status-words.js';

export const biometricVerification = kycPart({
  slug: 'biometric_verification',
  furnished: [
    ...required('date-time', 'biometric_attribute_review_timestamp', 'biometric_capture_timestamp'),
    ...required('boolean', 'biometric_artifact_subject_present'),
    ...required('string', 'biometric_artifact_image_quality', 'biometric_artifact_type'),
    ...large(required('string', 'biometric_artifact_upload')),
  ],
  complete: {
    is_biometric_attribute_review_complete: [
      'review of the attributes',
      {
        biometric_attribute_review_timestamp: 'any',
        biometric_artifact_subject_present: 'true',
        biometric_artifact_image_quality: STEP_WORDS.quality,
      },
    ],
    is_biometric_capture_complete: [
      'capture',
      {
        biometric_capture_timestamp: 'any',
        biometric_artifact_type: STEP_WORDS.artifact,
        biometric_artifact_upload: 'any',
      },
    ],
  },
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
  },
});
