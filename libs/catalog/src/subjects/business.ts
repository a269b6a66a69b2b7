import { nullable, required, sealed } from '../fields/field.js';

/**
 * The identity fields of a business in a consent (design 6) and in a furnished KYB record, under
 * `business_identity`.
 */
export const businessIdentityFields = [
  ...required('name', 'business_legal_name', 'business_jurisdiction_of_formation'),
  ...required(
    'registration-identifier',
    'business_registration_identifier_from_jurisdiction_of_formation',
  ),
  ...nullable('name', 'business_dba_name', 'business_tax_identifier_type'),
  ...sealed(nullable('name', 'business_tax_identifier_value')),
  ...nullable('name', 'business_website_url'),
  ...nullable('email', 'business_email'),
  ...nullable('name', 'business_phone', 'business_entity_type'),
  ...nullable('date', 'business_date_of_incorporation'),
];
