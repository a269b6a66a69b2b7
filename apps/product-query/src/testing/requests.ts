/** A valid template query about the consumer of this social security number. */
export const aConsumerQuery = (socialSecurityNumber: number, change: object = {}) => ({
  date_of_birth: '1971-03-04T00:00:00Z',
  first_name: 'Ada',
  last_name: 'Example',
  personal_address_city: 'Dover',
  personal_address_line_1: '1 Main St',
  personal_address_state: 'DE',
  personal_address_zip: 19_901,
  personal_email: 'ada@example.com',
  phone_number: 3_025_550_100,
  social_security_number: socialSecurityNumber,
  ...change,
});

/** A valid query of `business_identity_verification`. */
export const aBusinessQuery = (registration: number, change: object = {}) => ({
  business_jurisdiction_of_formation: 'US-DE',
  business_legal_name: 'Example LLC',
  business_registered_address_city: 'Dover',
  business_registered_address_country: 'US',
  business_registered_address_line_1: '1 Main St',
  business_registration_identifier_from_jurisdiction_of_formation: registration,
  ...change,
});
