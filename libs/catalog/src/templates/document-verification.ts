import { large, required } from '../fields/field.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from '../network-fields.js';
import { derived, furnishedUnder, isComplete } from '../output.js';
import { CONSUMER_CORE } from '../subjects/consumer.js';
import { template } from '../template.js';

const slug = 'document_verification';

/** Furnishes the identity document part of the KYC certificate bundle (contract 4.7). */
export const documentVerification = template({
  slug,
  subject: 'consumer',
  query: { input: CONSUMER_CORE },
  furnish: { subject: [...CONSUMER_CORE, ...FURNISHING_IDS] },
  outputs: [
    ...FURNISHER_ID,
    ...QUERY_ID,
    ...furnishedUnder(slug, [
      ...required('date-time', 'document_attribute_review_timestamp', 'document_capture_timestamp'),
      ...required('boolean', 'identity_document_upload_includes_selfie'),
      ...required('string', 'identity_document_issuing_authority', 'identity_document_type'),
      ...large(required('string', 'identity_document_upload')),
    ]),
    ...derived(
      slug,
      required('string', 'is_document_attribute_review_complete'),
      [
        'document_attribute_review_timestamp',
        'identity_document_issuing_authority',
        'identity_document_type',
      ],
      isComplete,
    ),
    ...derived(
      slug,
      required('string', 'is_document_capture_complete'),
      [
        'document_capture_timestamp',
        'identity_document_upload',
        'identity_document_upload_includes_selfie',
      ],
      isComplete,
    ),
  ],
  words: {
    document_attribute_review_timestamp:
      'The time at which the attributes of the document were reviewed.',
    document_capture_timestamp: 'The time at which the document was captured.',
    identity_document_upload_includes_selfie:
      'Whether the upload includes a picture of the holder.',
    identity_document_issuing_authority: [
      'The authority that issued the document.',
      'Massachusetts Registry of Motor Vehicles',
    ],
    identity_document_type: ['The kind of document.', 'driver_license'],
    identity_document_upload: ['The document in Base64.', 'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg=='],
    is_document_attribute_review_complete: [
      'Whether the review of the attributes is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
    is_document_capture_complete: [
      'Whether the capture is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
  },
});
