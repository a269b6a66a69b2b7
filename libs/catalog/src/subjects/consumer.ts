import { nullable, required, withoutFields } from '../fields/field.js';

/** The six identity fields of a consumer in requests without an address (contract 4.7). */
export const CONSUMER_CORE = [
  ...required('birth-date', 'date_of_birth'),
  ...required('name', 'first_name', 'last_name'),
  ...required('email', 'personal_email'),
  ...required('phone', 'phone_number'),
  ...required('ssn', 'social_security_number'),
];

/** STANDARD_CONSUMER_INPUT of contract 4.7. */
export const STANDARD_CONSUMER_INPUT = [
  ...CONSUMER_CORE,
  ...required('name', 'personal_address_city', 'personal_address_line_1', 'personal_address_state'),
  ...required('zip', 'personal_address_zip'),
  ...nullable('name', 'consumer_cross_reference_id', 'personal_address_line_2'),
];

/**
 * The identity fields of a consumer in furnish requests: the same as in queries, without the email
 * (contract 4.7).
 */
export const FURNISHED_CONSUMER_INPUT = [
  ...withoutFields(STANDARD_CONSUMER_INPUT, 'personal_email'),
  ...nullable('email', 'personal_email'),
];
