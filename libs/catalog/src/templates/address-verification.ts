import { required } from '../fields/field.js';
import { kycPart } from '../kyc-part.js';
import { STEP_WORDS } from '../status-words.js';

export const addressVerification = kycPart({
  slug: 'address_verification',
  furnished: [
    ...required('date-time', 'address_data_review_timestamp', 'address_verification_timestamp'),
    ...required(
      'string',
      'address_review_cross_source_consistency',
      'address_verification_method_type',
    ),
  ],
  complete: {
    is_address_data_review_complete: [
      'review of the address',
      {
        address_data_review_timestamp: 'any',
        address_review_cross_source_consistency: STEP_WORDS.consistency,
      },
    ],
    is_address_verification_complete: [
      'verification of the address',
      {
        address_verification_timestamp: 'any',
        address_verification_method_type: STEP_WORDS.addressMethod,
      },
    ],
  },
  words: {
    address_data_review_timestamp: 'The time at which the address data was reviewed.',
    address_verification_timestamp: 'The time at which the address was verified.',
    address_review_cross_source_consistency: [
      'Whether the sources agree about the address.',
      'consistent',
    ],
    address_verification_method_type: ['The method of the verification.', 'utility_bill'],
  },
});
