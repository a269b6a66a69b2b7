import { required } from '../fields/field.js';
import { kycPart } from '../kyc-part.js';
import { STEP_WORDS } from '../status-words.js';

export const livenessVerification = kycPart({
  slug: 'liveness_verification',
  furnished: [
    ...required('date-time', 'liveness_capture_timestamp', 'liveness_evidence_review_timestamp'),
    ...required('boolean', 'liveness_capture_consumer_interaction_required'),
    ...required('string', 'liveness_capture_method_type', 'liveness_evidence_clarity'),
  ],
  complete: {
    is_liveness_capture_complete: [
      'capture',
      {
        liveness_capture_timestamp: 'any',
        liveness_capture_consumer_interaction_required: 'any',
        liveness_capture_method_type: STEP_WORDS.capture,
      },
    ],
    is_liveness_evidence_review_complete: [
      'review of the evidence',
      {
        liveness_evidence_review_timestamp: 'any',
        liveness_evidence_clarity: STEP_WORDS.clarity,
      },
    ],
  },
  words: {
    liveness_capture_timestamp: 'The time at which the liveness evidence was captured.',
    liveness_evidence_review_timestamp: 'The time at which the liveness evidence was reviewed.',
    liveness_capture_consumer_interaction_required:
      'Whether the consumer had to act during the capture.',
    liveness_capture_method_type: ['The method of the capture.', 'video_selfie'],
    liveness_evidence_clarity: ['The clarity of the evidence.', 'clear'],
  },
});
