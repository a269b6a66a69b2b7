import { required } from '../fields/field.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from '../network-fields.js';
import { derived, furnishedUnder, isComplete } from '../output.js';
import { CONSUMER_CORE } from '../subjects/consumer.js';
import { template } from '../template.js';

const slug = 'address_verification';

/** Furnishes the address part of the KYC certificate bundle (contract 4.7). */
export const addressVerification = template({
  slug,
  subject: 'consumer',
  query: { input: CONSUMER_CORE },
  furnish: { subject: [...CONSUMER_CORE, ...FURNISHING_IDS] },
  outputs: [
    ...FURNISHER_ID,
    ...QUERY_ID,
    ...furnishedUnder(slug, [
      ...required('date-time', 'address_data_review_timestamp', 'address_verification_timestamp'),
      ...required(
        'string',
        'address_review_cross_source_consistency',
        'address_verification_method_type',
      ),
    ]),
    ...derived(
      slug,
      required('string', 'is_address_data_review_complete'),
      ['address_data_review_timestamp', 'address_review_cross_source_consistency'],
      isComplete,
    ),
    ...derived(
      slug,
      required('string', 'is_address_verification_complete'),
      ['address_verification_timestamp', 'address_verification_method_type'],
      isComplete,
    ),
  ],
  words: {
    address_data_review_timestamp: 'The time at which the address data was reviewed.',
    address_verification_timestamp: 'The time at which the address was verified.',
    address_review_cross_source_consistency: [
      'Whether the sources agree about the address.',
      'consistent',
    ],
    address_verification_method_type: ['The method of the verification.', 'utility_bill'],
    is_address_data_review_complete: [
      'Whether the review of the address is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
    is_address_verification_complete: [
      'Whether the verification of the address is complete: `"true"` once each part of it was furnished, `"false"` before.',
      'true',
    ],
  },
});
