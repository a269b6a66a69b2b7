import { large, required } from '../fields/field.js';
import { kycPart } from '../kyc-part.js';
import { STEP_WORDS } from '../status-words.js';

export const documentVerification = kycPart({
  slug: 'document_verification',
  furnished: [
    ...required('date-time', 'document_attribute_review_timestamp', 'document_capture_timestamp'),
    ...required('boolean', 'identity_document_upload_includes_selfie'),
    ...required('string', 'identity_document_issuing_authority', 'identity_document_type'),
    ...large(required('string', 'identity_document_upload')),
  ],
  complete: {
    is_document_attribute_review_complete: [
      'review of the attributes',
      {
        document_attribute_review_timestamp: 'any',
        identity_document_issuing_authority: 'any',
        identity_document_type: STEP_WORDS.document,
      },
    ],
    is_document_capture_complete: [
      'capture',
      {
        document_capture_timestamp: 'any',
        identity_document_type: STEP_WORDS.document,
        identity_document_upload: 'any',
        identity_document_upload_includes_selfie: 'any',
      },
    ],
  },
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
  },
});
