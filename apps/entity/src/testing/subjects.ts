import { randomInt } from 'node:crypto';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** Identity fields of a new business, with the given overrides. */
export function aBusiness(fields: Record<string, unknown> = {}) {
  return {
    business_legal_name: 'Acme Holdings LLC',
    business_jurisdiction_of_formation: 'US-DE',
    [REGISTRATION]: String(randomInt(1e9, 1e12)),
    business_tax_identifier_type: 'EIN',
    business_tax_identifier_value: nineDigits(),
    ...fields,
  };
}

/** Identity fields of a new consumer, with the given overrides. */
export function aConsumer(fields: Record<string, unknown> = {}) {
  return {
    date_of_birth: '1990-01-15T00:00:00Z',
    first_name: 'Ada',
    last_name: 'Example',
    personal_email: 'ada@example.com',
    phone_number: '+1 617 555 0123',
    social_security_number: nineDigits(),
    ...fields,
  };
}

export function nineDigits(): string {
  return String(randomInt(1e8, 1e9));
}
