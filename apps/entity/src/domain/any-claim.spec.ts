import { isStorable } from '@ndx/catalog';
import { DomainError } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ClaimFields } from './claim-input.js';
import { readBusiness } from './read-business.js';
import { readConsumer } from './read-consumer.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

const consumer = {
  date_of_birth: '1990-01-15',
  first_name: 'Ada',
  last_name: 'Example',
  personal_email: 'ada@example.com',
  phone_number: '6175550123',
  social_security_number: '012345678',
};
const business = {
  business_legal_name: 'Acme',
  business_jurisdiction_of_formation: 'US-DE',
  [REGISTRATION]: '123456',
  business_dba_name: 'Acme',
  business_email: 'desk@acme.example',
  business_phone: '6175550123',
  business_entity_type: 'LLC',
  business_website_url: 'https://acme.example',
  business_date_of_incorporation: '2001-05-06',
  business_tax_identifier_type: 'EIN',
  business_tax_identifier_value: '012345678',
};

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[-+ ().@\d]{0,20}$/),
  fc.constantFrom('2023-02-30', '1990-01-15T23:00:00-05:00', '\ud800', 'x'.repeat(501), 'a@b'),
  fc.integer(),
  fc.jsonValue(),
);

/** A claim with random values in some fields. */
function anyClaim(valid: ClaimFields): fc.Arbitrary<ClaimFields> {
  const names = Object.keys(valid);
  return fc
    .dictionary(fc.constantFrom(...names), value, { maxKeys: 3 })
    .map((odd) => ({ ...valid, ...odd }));
}

/** The normalised claim, or undefined when it is rejected with a client error. */
function read<T>(reader: (fields: ClaimFields) => T, fields: ClaimFields): T | undefined {
  try {
    return reader(fields);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toMatch(/^[a-z_]+: /);
    return undefined;
  }
}

/** Checks that the values can be stored, indexed and searched. */
function expectUsable(said: object): void {
  expect(isStorable(said)).toBe(true);
  for (const text of Object.values(said).filter((member) => typeof member === 'string')) {
    expect(text).not.toBe('');
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.trim()).toBe(text);
  }
}

describe('arbitrary claims', () => {
  test('about a consumer are rejected by field, or normalised', () => {
    fc.assert(
      fc.property(anyClaim(consumer), (fields) => {
        const said = read(readConsumer, fields);
        if (!said) return;
        expectUsable(said);
        expect(said.ssn.value).toMatch(/^\d{9}$/);
        expect(said.dateOfBirth).toMatch(/^\d{4}-\d\d-\d\d$/);
        if (said.phone !== null) expect(said.phone).toMatch(/^[1-9]\d{6,14}$/);
        if (said.email !== null) expect(said.email).toBe(said.email.toLowerCase());
      }),
      { numRuns: 1000 },
    );
  });

  test('about a business are rejected by field, or normalised', () => {
    fc.assert(
      fc.property(anyClaim(business), (fields) => {
        const said = read(readBusiness, fields);
        if (!said) return;
        expectUsable(said);
        expect(said.registration ?? said.ein).not.toBeNull();
        if (said.ein) expect(said.ein.value).toMatch(/^\d{9}$/);
        if (said.registration) expectUsable(said.registration);
      }),
      { numRuns: 1000 },
    );
  });

  test('about a consumer do not change when they are normalised twice', () => {
    fc.assert(
      fc.property(anyClaim(consumer), (fields) => {
        const said = read(readConsumer, fields);
        if (!said) return;
        const again = readConsumer({
          date_of_birth: said.dateOfBirth,
          first_name: said.firstName,
          last_name: said.lastName,
          personal_email: said.email,
          phone_number: said.phone && `+${said.phone}`,
          social_security_number: said.ssn.value,
        });
        expect(again).toEqual(said);
      }),
      { numRuns: 1000 },
    );
  });
});
