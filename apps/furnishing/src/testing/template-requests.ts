import { BUSINESS_REGISTRATION } from '@ndx/service/testing';
import { daysAgo } from './kyb-records.js';

/** A valid furnish request of `business_identity_verification`. */
export const aBusiness = (furnisherId: string, changes: object = {}) => ({
  network_furnisher_id: furnisherId,
  business_identity_verification_timestamp: daysAgo(1),
  [BUSINESS_REGISTRATION]: 4_711,
  business_address_verification_result: 'match',
  business_entity_type: 'llc',
  business_identity_verification_overall_primary_source: 'state registry',
  business_identity_verification_overall_status: 'verified',
  business_jurisdiction_of_formation: 'US-DE',
  business_operating_address_city: 'Dover',
  business_operating_address_country: 'US',
  business_operating_address_line_1: '1 Main St',
  business_operational_existence_status: 'operating',
  business_registered_address_city: 'Dover',
  business_registered_address_country: 'US',
  business_registered_address_line_1: '1 Main St',
  business_registration_status: 'active',
  business_tax_identifier_type: 'EIN',
  business_tax_identifier_value: '12-3456789',
  tax_id_validation_result: 'match',
  ...changes,
});

/** A valid furnish request of the consumer templates that require no data. */
export const aConsumer = (changes: object = {}) => ({
  date_of_birth: '1971-03-04T00:00:00Z',
  first_name: 'Ada',
  last_name: 'Example',
  personal_address_city: 'Dover',
  personal_address_line_1: '1 Main St',
  personal_address_state: 'DE',
  personal_address_zip: 19_901,
  phone_number: 3_025_550_100,
  social_security_number: 78_051_120,
  ...changes,
});
