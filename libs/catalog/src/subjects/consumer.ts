import { nullable, required, withoutFields, worded, type WordTable } from '../fields/field.js';

/** The words about the identity of a consumer. */
export const CONSUMER_WORDS: WordTable = {
  date_of_birth: [
    'The day of birth, as a date-time of which only the day counts; a plain date is accepted too.',
    '1990-01-15T00:00:00Z',
  ],
  first_name: ['The first name.', 'Jordan'],
  last_name: ['The last name.', 'Avery'],
  personal_email: ['The email address.', 'jordan.avery@example.com'],
  phone_number: [
    'The phone number, as an integer; a number of the United States needs no country code.',
    6175550123,
  ],
  social_security_number: [
    'The social security number, as an integer; one that was never issued is rejected.',
    12345678,
  ],
  personal_address_city: ['The city of the home address.', 'Boston'],
  personal_address_line_1: ['The first line of the home address.', '12 Example Street'],
  personal_address_line_2: ['The second line of the home address, if any.', 'Apartment 3'],
  personal_address_state: ['The state of the home address.', 'MA'],
  personal_address_zip: ['The ZIP code of the home address, as an integer.', 2110],
  consumer_cross_reference_id: ["The institution's own reference for the consumer.", 'CUST-000318'],
};

/** The six identity fields of a consumer in requests without an address (contract 4.7). */
export const CONSUMER_CORE = worded(CONSUMER_WORDS, [
  ...required('birth-date', 'date_of_birth'),
  ...required('name', 'first_name', 'last_name'),
  ...required('email', 'personal_email'),
  ...required('phone', 'phone_number'),
  ...required('ssn', 'social_security_number'),
]);

/** STANDARD_CONSUMER_INPUT of contract 4.7. */
export const STANDARD_CONSUMER_INPUT = worded(CONSUMER_WORDS, [
  ...CONSUMER_CORE,
  ...required('name', 'personal_address_city', 'personal_address_line_1', 'personal_address_state'),
  ...required('zip', 'personal_address_zip'),
  ...nullable('name', 'consumer_cross_reference_id', 'personal_address_line_2'),
]);

/**
 * The identity fields of a consumer in furnish requests: the same as in queries, without the email
 * (contract 4.7).
 */
export const FURNISHED_CONSUMER_INPUT = worded(CONSUMER_WORDS, [
  ...withoutFields(STANDARD_CONSUMER_INPUT, 'personal_email'),
  ...nullable('email', 'personal_email'),
]);
