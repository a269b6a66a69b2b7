import { nullable, required, sealed, worded } from '../fields/field.js';
import { FURNISHER_ID, FURNISHING_WORDS, QUERY_ID } from '../network-fields.js';
import { furnishedUnder, made, renamed } from '../output.js';
import { statedBoolean, VERIFICATION_WORDS } from '../status-words.js';
import { normaliseZip } from '../subjects/normalise.js';
import { BUSINESS_WORDS } from '../subjects/business.js';
import { template, type Section } from '../template.js';
import {
  ASSESSMENT_STATUSES,
  EXISTENCE_STATUSES,
  MATCH_RESULTS,
  REGISTRATION_STATUSES,
} from '../words/known-values.js';

const slug = 'business_identity_verification';
const TIMESTAMP = 'business_identity_verification_timestamp';
const ANSWERED_TIMESTAMP = `${TIMESTAMP}_business_ownership_control_verification_timestamp_business_risk_compliance_assessment_timestamp`;
const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

const VERIFIED = [
  ...required(
    'string',
    'business_address_verification_result',
    'business_entity_type',
    'business_identity_verification_overall_primary_source',
    'business_identity_verification_overall_status',
  ),
  ...required('name', 'business_jurisdiction_of_formation'),
  ...required(
    'string',
    'business_operating_address_city',
    'business_operating_address_country',
    'business_operating_address_line_1',
    'business_operational_existence_status',
    'business_registered_address_city',
    'business_registered_address_country',
    'business_registered_address_line_1',
    'business_registration_status',
  ),
  ...required('name', 'business_tax_identifier_type'),
  ...sealed(required('name', 'business_tax_identifier_value')),
  ...required('string', 'tax_id_validation_result'),
  ...required('registration-number', REGISTRATION),
  ...nullable('string', 'business_operating_address_line_2', 'business_operating_address_state'),
  ...nullable('postal-code', 'business_operating_address_zip'),
  ...nullable('string', 'business_registered_address_line_2', 'business_registered_address_state'),
  ...nullable('postal-code', 'business_registered_address_zip'),
];

/**
 * Contract 4.7 lists query and furnish. The furnish request has no legal name, so the answer has
 * the one that the furnisher of the record stated in another record, never the query's or another
 * institution's. The business is found by its registration or its tax identifier.
 */
export const businessIdentityVerification = template({
  slug,
  subject: 'business',
  query: {
    input: [
      ...required('name', 'business_jurisdiction_of_formation', 'business_legal_name'),
      ...required(
        'string',
        'business_registered_address_city',
        'business_registered_address_country',
        'business_registered_address_line_1',
      ),
      ...required('registration-number', REGISTRATION),
      ...nullable('name', 'business_cross_reference_id', 'business_dba_name'),
      ...nullable(
        'string',
        'business_registered_address_line_2',
        'business_registered_address_state',
      ),
      ...nullable('postal-code', 'business_registered_address_zip'),
      ...nullable('name', 'business_tax_identifier_type'),
      ...sealed(nullable('name', 'business_tax_identifier_value')),
      ...nullable('name', 'business_website_url'),
    ],
  },
  furnish: {
    subject: worded(FURNISHING_WORDS, [
      ...required('uuid', 'network_furnisher_id'),
      ...nullable('name', 'business_cross_reference_id'),
      ...nullable('uuid', 'network_federation_id'),
    ]),
    data: [...required('date-time', TIMESTAMP), ...VERIFIED],
  },
  outputs: [
    ...FURNISHER_ID,
    ...QUERY_ID,
    ...made('legal-name', required('name', 'business_legal_name')),
    ...furnishedUnder(slug, VERIFIED),
    ...renamed(slug, TIMESTAMP, required('date-time', ANSWERED_TIMESTAMP)),
  ],
  feeds: { kyb_certificate: (stored) => ({ [slug]: kybSection(stored) }) },
  words: {
    ...BUSINESS_WORDS,
    [REGISTRATION]: ['The registration in the jurisdiction of formation, as an integer.', 5551234],
    business_cross_reference_id: [
      "The institution's own reference for the business.",
      'CUST-000417',
    ],
    business_address_verification_result: [
      'The result of verifying the address.',
      'match',
      MATCH_RESULTS,
    ],
    business_identity_verification_overall_primary_source: [
      'The main source of the verification.',
      'Delaware Division of Corporations',
    ],
    business_identity_verification_overall_status: [
      'The overall result of the verification.',
      'verified',
      ASSESSMENT_STATUSES,
    ],
    business_operational_existence_status: [
      'Whether the business operates.',
      'operating',
      EXISTENCE_STATUSES,
    ],
    business_registration_status: [
      'The status of the registration.',
      'active',
      REGISTRATION_STATUSES,
    ],
    tax_id_validation_result: [
      'The result of validating the tax identifier.',
      'match',
      MATCH_RESULTS,
    ],
    business_operating_address_city: ['The city of the operating address.', 'Wilmington'],
    business_operating_address_country: [
      'The country of the operating address (ISO 3166-1 alpha-2).',
      'US',
    ],
    business_operating_address_line_1: [
      'The first line of the operating address.',
      '100 Example Street',
    ],
    business_operating_address_line_2: [
      'The second line of the operating address, if any.',
      'Suite 4',
    ],
    business_operating_address_state: ['The state or region of the operating address.', 'DE'],
    business_operating_address_zip: [
      'The postal code of the operating address, as an integer.',
      19801,
    ],
    business_registered_address_city: ['The city of the registered address.', 'Wilmington'],
    business_registered_address_country: [
      'The country of the registered address (ISO 3166-1 alpha-2).',
      'US',
    ],
    business_registered_address_line_1: [
      'The first line of the registered address.',
      '100 Example Street',
    ],
    business_registered_address_line_2: [
      'The second line of the registered address, if any.',
      'Suite 4',
    ],
    business_registered_address_state: ['The state or region of the registered address.', 'DE'],
    business_registered_address_zip: [
      'The postal code of the registered address, as an integer.',
      19801,
    ],
    business_identity_verification_timestamp: 'The time of the verification.',
    [ANSWERED_TIMESTAMP]: 'The time of the verification.',
  },
});

/** The same facts in the shape of the certificate's section (contract 2.8). */
function kybSection(stored: Readonly<Record<string, unknown>>): Section {
  return {
    assertions: {
      business_identity_verification_assertion: statedBoolean(
        VERIFICATION_WORDS,
        stored['business_identity_verification_overall_status'],
      ),
      business_identity_verification_performed_timestamp: stored[TIMESTAMP],
    },
    data: {
      business_jurisdiction_of_formation: stored['business_jurisdiction_of_formation'],
      business_registration_identifier: String(stored[REGISTRATION]),
      business_identity_verification_sources: [
        stored['business_identity_verification_overall_primary_source'],
      ],
      business_entity_type: stored['business_entity_type'],
      business_registration_status: stored['business_registration_status'],
      business_operational_existence_status: stored['business_operational_existence_status'],
      business_tax_id_validation_result: stored['tax_id_validation_result'],
      business_address_verification_result: stored['business_address_verification_result'],
      business_registered_address: addressOf(stored, 'business_registered_address'),
      business_operating_address: addressOf(stored, 'business_operating_address'),
    },
  };
}

function addressOf(stored: Readonly<Record<string, unknown>>, prefix: string) {
  const part = (name: string) => stored[`${prefix}_${name}`];
  const zip = part('zip');
  return {
    line_1: part('line_1'),
    line_2: part('line_2'),
    city: part('city'),
    state: part('state'),
    // Sent as an integer, so `2139` is `02139`; a value that is not a ZIP is a foreign postal code.
    zip: typeof zip === 'number' ? (normaliseZip(zip) ?? String(zip)) : null,
    country: part('country'),
  };
}
