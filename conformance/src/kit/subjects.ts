import { randomInt } from 'node:crypto';

/**
 * Fictitious people and businesses: example.com, reserved telephone numbers, and random
 * identifiers. The system rejects social security numbers that cannot be issued (design 5).
 */
export function aConsumer(change: Readonly<Record<string, unknown>> = {}) {
  return {
    date_of_birth: '1990-01-15T00:00:00Z',
    first_name: 'Ada',
    last_name: 'Example',
    personal_address_city: 'Cambridge',
    personal_address_line_1: '1 Main Street',
    personal_address_line_2: 'Suite 2',
    personal_address_state: 'MA',
    personal_address_zip: 2139,
    personal_email: 'ada@example.com',
    phone_number: 6175550123,
    social_security_number: aSocialSecurityNumber(),
    consumer_cross_reference_id: 'conformance',
    network_federation_id: null,
    ...change,
  };
}

function aSocialSecurityNumber(): number {
  const [area, group, serial] = [randomInt(700, 900), randomInt(1, 100), randomInt(1, 10_000)];
  return (area * 100 + group) * 10_000 + serial;
}

/** A business in the template endpoints: the registration is an integer there. */
export function aBusiness(change: Readonly<Record<string, unknown>> = {}) {
  return {
    business_legal_name: 'Conformance Hardware LLC',
    business_dba_name: 'Conformance Hardware',
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier_from_jurisdiction_of_formation: randomInt(
      1_000_000_000,
      1_000_000_000_000,
    ),
    business_tax_identifier_type: 'EIN',
    business_tax_identifier_value: String(randomInt(100_000_000, 1_000_000_000)),
    business_website_url: 'https://hardware.example',
    business_cross_reference_id: 'conformance',
    network_federation_id: null,
    ...change,
  };
}

/** A consumer in a consent (contract 2.1); by default a new one. */
export function consentIdentity(
  change: Readonly<Record<string, unknown>> = {},
  consumer: Readonly<Record<string, unknown>> = aConsumer(),
) {
  return {
    date_of_birth: consumer.date_of_birth,
    first_name: consumer.first_name,
    last_name: consumer.last_name,
    personal_email: consumer.personal_email,
    phone_number: String(consumer.phone_number),
    social_security_number: String(consumer.social_security_number),
    ...change,
  };
}

/** A business in a consent (design 6) and in a furnished record (design 8). */
export function businessIdentity(change: Readonly<Record<string, unknown>> = {}) {
  const business = aBusiness();
  return {
    business_legal_name: business.business_legal_name,
    business_dba_name: business.business_dba_name,
    business_jurisdiction_of_formation: business.business_jurisdiction_of_formation,
    business_registration_identifier_from_jurisdiction_of_formation: String(
      business.business_registration_identifier_from_jurisdiction_of_formation,
    ),
    business_tax_identifier_type: business.business_tax_identifier_type,
    business_tax_identifier_value: business.business_tax_identifier_value,
    business_website_url: business.business_website_url,
    ...change,
  };
}
