import { expect, test } from '@jest/globals';
import { matchKeysOf, namedBusiness, namedConsumer } from './named-subject.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

test('a consumer is the same with identifiers as integers and as texts', () => {
  const asIntegers = namedConsumer({
    social_security_number: 12345678,
    phone_number: 6175550123,
    personal_address_zip: 2139,
    date_of_birth: '1990-01-15T23:30:00-08:00',
    first_name: ' Ana ',
    personal_email: 'Ana@Example.com',
  });
  expect(asIntegers).toEqual({
    subject: 'consumer',
    social_security_number: '012345678',
    phone_number: '16175550123',
    personal_address_zip: '02139',
    date_of_birth: '1990-01-15',
    first_name: 'Ana',
    last_name: null,
    personal_email: 'ana@example.com',
  });
  const asText = { social_security_number: '012-34-5678', date_of_birth: '1990-01-15' };
  expect(matchKeysOf(asIntegers)).toEqual([
    { kind: 'ssn-and-birth-date', value: '["012345678","1990-01-15"]' },
  ]);
  expect(matchKeysOf(namedConsumer(asText))).toEqual(matchKeysOf(asIntegers));
});

test('a consumer does not match by the SSN alone, nor by the SSN and the last name', () => {
  const named = { social_security_number: '012345678', last_name: 'Example' };
  expect(matchKeysOf(namedConsumer(named))).toEqual([]);
});

test('a business matches by its registration, first with the legal name, and by its EIN with that name', () => {
  const registration = { business_jurisdiction_of_formation: 'us-de', [REGISTRATION]: 123456 };
  expect(matchKeysOf(namedBusiness(registration))).toEqual([
    { kind: 'registration', value: '["US-DE","123456"]' },
  ]);
  const ein = { business_tax_identifier_value: '01-2345678' };
  expect(matchKeysOf(namedBusiness(ein))).toEqual([]);
  expect(
    matchKeysOf(namedBusiness({ ...registration, ...ein, business_legal_name: 'Acme, Inc.' })),
  ).toEqual([
    { kind: 'registration-and-legal-name', value: '["US-DE","123456","acme"]' },
    { kind: 'registration', value: '["US-DE","123456"]' },
    { kind: 'ein-and-legal-name', value: '["012345678","acme"]' },
  ]);
  expect(matchKeysOf(namedBusiness({ [REGISTRATION]: 123456 }))).toEqual([]);
});

test.each(['EIN', 'federal_ein', 'FEIN', ' '])('a tax identifier of type %p is an EIN', (type) => {
  const request = {
    business_tax_identifier_type: type,
    business_tax_identifier_value: '12-3456789',
  };
  expect(namedBusiness(request).federal_ein).toBe('123456789');
});

test.each(['SSN', 'VAT', 'foreign'])('a tax identifier of type %p is no EIN', (type) => {
  const request = {
    business_tax_identifier_type: type,
    business_tax_identifier_value: '123456789',
  };
  expect(namedBusiness(request).federal_ein).toBeNull();
});
