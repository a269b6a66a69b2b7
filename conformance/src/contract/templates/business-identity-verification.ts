import { fields } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import { AT, type FurnishContract, type QueryContract } from './template.js';

const TIMESTAMP =
  'business_identity_verification_timestamp_business_ownership_control_verification_timestamp_' +
  'business_risk_compliance_assessment_timestamp';

const VERIFIED = {
  business_address_verification_result: 'verified',
  business_entity_type: 'limited_liability_company',
  business_identity_verification_overall_primary_source: 'state_registry',
  business_identity_verification_overall_status: 'verified',
  business_operating_address_city: 'Cambridge',
  business_operating_address_country: 'US',
  business_operating_address_line_1: '1 Main Street',
  business_operational_existence_status: 'operating',
  business_registered_address_city: 'Wilmington',
  business_registered_address_country: 'US',
  business_registered_address_line_1: '1209 Orange Street',
  business_registration_status: 'active',
  tax_id_validation_result: 'match',
};

const OPTIONAL = {
  business_operating_address_line_2: 'Suite 2',
  business_operating_address_state: 'MA',
  business_operating_address_zip: 2139,
  business_registered_address_line_2: 'Floor 3',
  business_registered_address_state: 'DE',
  business_registered_address_zip: 19801,
};

const NAMED = fields(`
  business_registration_identifier_from_jurisdiction_of_formation: integer
  business_jurisdiction_of_formation business_tax_identifier_type
  business_tax_identifier_value: string
`);

const DATA = [
  ...fields(`${Object.keys(VERIFIED).join(' ')}: string`),
  ...fields(`
    business_operating_address_line_2? business_operating_address_state?: string | null
    business_operating_address_zip?: integer | null
    business_registered_address_line_2? business_registered_address_state?: string | null
    business_registered_address_zip?: integer | null
  `),
];

export const businessIdentityVerificationFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/business_identity_verification/furnish',
  subject: 'business',
  input: [
    ...fields('network_furnisher_id: uuid  business_identity_verification_timestamp: date-time'),
    ...NAMED,
    ...DATA,
    ...fields(`business_cross_reference_id?: string | null
      network_federation_id?: uuid | null`),
  ],
  data: { business_identity_verification_timestamp: AT, ...VERIFIED, ...OPTIONAL },
};

export const businessIdentityVerificationQuery: QueryContract = {
  section: '4.7',
  path: '/api/templates/business_identity_verification/query',
  subject: 'business',
  input: fields(`
    business_jurisdiction_of_formation business_legal_name
    business_registered_address_city business_registered_address_country
    business_registered_address_line_1: string
    business_registration_identifier_from_jurisdiction_of_formation: integer
    business_cross_reference_id? business_dba_name? business_registered_address_line_2?
    business_registered_address_state?: string | null
    business_registered_address_zip?: integer | null
    business_tax_identifier_type? business_tax_identifier_value?
    business_website_url?: string | null
  `),
  output: exactly([
    ...fields(`network_furnisher_id network_query_id: uuid  business_legal_name: string
      ${TIMESTAMP}: date-time`),
    ...NAMED,
    ...DATA,
  ]),
  furnished: [businessIdentityVerificationFurnish],
  answer: { ...VERIFIED, ...OPTIONAL, [TIMESTAMP]: AT },
  named: ['business_legal_name', ...NAMED.map(({ name }) => name)],
};
