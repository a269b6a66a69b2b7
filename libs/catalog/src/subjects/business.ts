import type { StatedBusiness } from '@ndx/contracts';
import { nullable, required, sealed, worded, type WordTable } from '../fields/field.js';
import { ENTITY_TYPES } from '../words/known-values.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** The words about the identity of a business, wherever it is a field. */
export const BUSINESS_WORDS: WordTable = {
  business_legal_name: ['The legal name.', 'Example Hardware LLC'],
  business_jurisdiction_of_formation: [
    'The jurisdiction of formation (ISO 3166-2), or the name or code of a state.',
    'US-DE',
  ],
  business_dba_name: ['The name under which it trades.', 'Example Hardware'],
  business_tax_identifier_type: ['The kind of tax identifier.', 'EIN'],
  business_tax_identifier_value: ['The tax identifier.', '12-3456789'],
  business_website_url: ['The website.', 'https://hardware.example.com'],
  business_email: ['The email address.', 'office@hardware.example.com'],
  business_phone: ['The phone number.', '617 555 0199'],
  business_entity_type: ['The legal form.', 'limited liability company', ENTITY_TYPES],
  business_date_of_incorporation: ['The day of formation.', '2015-04-01'],
  business_registration_identifier: [
    'The registration in the jurisdiction of formation.',
    '5551234',
  ],
};

/**
 * The identity fields of a business in a consent (design 6) and in a furnished KYB record, under
 * `business_identity`.
 */
export const businessIdentityFields = worded(BUSINESS_WORDS, [
  ...required('name', 'business_legal_name', 'business_jurisdiction_of_formation'),
  ...worded(
    {
      [REGISTRATION]: [
        'The registration in the jurisdiction of formation; an integer is accepted too.',
        '5551234',
      ],
    },
    required('registration-identifier', REGISTRATION),
  ),
  ...nullable('name', 'business_dba_name', 'business_tax_identifier_type'),
  ...sealed(nullable('name', 'business_tax_identifier_value')),
  ...nullable('name', 'business_website_url'),
  ...nullable('email', 'business_email'),
  ...nullable('name', 'business_phone', 'business_entity_type'),
  ...nullable('formation-date', 'business_date_of_incorporation'),
]);

/** The registration and the legal name in the identity of a furnished record, trimmed; null without one. */
export function statedBusiness(identity: Readonly<Record<string, unknown>>): StatedBusiness {
  const stated = (name: string) => {
    const value = identity[name];
    const isGiven = typeof value === 'string' || typeof value === 'number';
    return (isGiven ? String(value).trim() : '') || null;
  };
  return {
    business_legal_name: stated('business_legal_name'),
    business_jurisdiction_of_formation: stated('business_jurisdiction_of_formation'),
    business_registration_identifier: stated(REGISTRATION),
  };
}
