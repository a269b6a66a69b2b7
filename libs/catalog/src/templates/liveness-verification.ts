import { required } from '../fields/field.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from '../network-fields.js';
import { derived, furnishedUnder, isComplete } from '../output.js';
import { CONSUMER_CORE } from '../subjects/consumer.js';
import { template } from '../template.js';

const slug = 'liveness_verification';

/** Furnishes the liveness part of the KYC certificate bundle (contract 4.7). */
export const livenessVerification = template({
  slug,
  subject: 'consumer',
  query: { input: CONSUMER_CORE },
  furnish: { subject: [...CONSUMER_CORE, ...FURNISHING_IDS] },
  outputs: [
    ...FURNISHER_ID,
    ...QUERY_ID,
    ...furnishedUnder(slug, [
      ...required('date-time', 'liveness_capture_timestamp', 'liveness_evidence_review_timestamp'),
      ...required('boolean', 'liveness_capture_consumer_interaction_required'),
      ...required('string', 'liveness_capture_method_type', 'liveness_evidence_clarity'),
    ]),
    ...derived(
      slug,
      required('string', 'is_liveness_capture_complete'),
      [
        'liveness_capture_timestamp',
        'liveness_capture_consumer_interaction_required',
        'liveness_capture_method_type',
      ],
      isComplete,
    ),
    ...derived(
      slug,
      required('string', 'is_liveness_evidence_review_complete'),
      ['liveness_evidence_review_timestamp', 'liveness_evidence_clarity'],
      isComplete,
    ),
  ],
  words: {
    liveness_capture_timestamp: 'The time at which the liveness evidence was captured.',
    liveness_evidence_review_timestamp: 'The time at which the liveness evidence was reviewed.',
    liveness_capture_consumer_interaction_required:
      'Whether the consumer had to act during the capture.',
    liveness_capture_method_type: ['The method of the capture.', 'video_selfie'],
    liveness_evidence_clarity: ['The clarity of the evidence.', 'clear'],
    is_liveness_capture_complete: [
      'Whether the capture is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
    is_liveness_evidence_review_complete: [
      'Whether the review of the evidence is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
  },
});
