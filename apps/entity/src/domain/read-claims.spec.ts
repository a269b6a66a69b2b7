import { describe, expect, test } from '@jest/globals';
import { readBusiness } from './read-business.js';
import { readConsumer } from './read-consumer.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

const business = {
  business_legal_name: ' Acme   Holdings ',
  business_jurisdiction_of_formation: 'us-de',
  [REGISTRATION]: '00123-456',
};

const consumer = {
  date_of_birth: '1990-01-15T23:00:00-05:00',
  first_name: ' Ada ',
  last_name: 'Example',
  personal_email: 'Ada@Example.com',
  phone_number: 6175550123,
  social_security_number: 12345678,
};

describe('a claim about a business', () => {
  test('is normalised, and keeps the registration identifier as written', () => {
    expect(readBusiness({ ...business, business_email: ' Desk@Acme.Example ' })).toMatchObject({
      legalName: 'Acme Holdings',
      email: 'desk@acme.example',
      registration: { jurisdiction: 'US-DE', identifier: '00123-456', key: '123456' },
      ein: null,
    });
  });

  test.each([
    ['EIN', '01-2345678', '012345678'],
    [null, 12345678, '012345678'],
    ['VAT', 'GB999999973', undefined],
  ])('with a tax identifier of type %s and value %s has the EIN %s', (type, value, ein) => {
    const fields = { business_tax_identifier_type: type, business_tax_identifier_value: value };
    expect(readBusiness({ ...business, ...fields }).ein?.value).toBe(ein);
  });

  test('may identify it by EIN and legal name, not by EIN alone', () => {
    const ein = { business_tax_identifier_value: '012345678' };
    expect(readBusiness({ ...ein, business_legal_name: 'Acme, Inc.' })).toMatchObject({
      registration: null,
      ein: { kind: 'ein', value: '012345678' },
      einWithName: { kind: 'ein-and-legal-name', value: '["012345678","acme"]' },
    });
    expect(() => readBusiness(ein)).toThrow('unless there are an EIN and a legal name');
  });

  test.each([
    [{ [REGISTRATION]: null }, REGISTRATION],
    [{ [REGISTRATION]: '---' }, REGISTRATION],
    [{ [REGISTRATION]: 'x'.repeat(501) }, REGISTRATION],
    [{ business_jurisdiction_of_formation: 7 }, 'business_jurisdiction_of_formation'],
    [{ business_legal_name: 'nul\0' }, 'business_legal_name'],
    [{ business_legal_name: 'half \ud83d' }, 'business_legal_name'],
    [{ business_email: 'acme' }, 'business_email'],
    [{ business_phone: 'none' }, 'business_phone'],
    [{ business_tax_identifier_value: '6789' }, 'business_tax_identifier_value'],
    [{ business_date_of_incorporation: '2025-02-30' }, 'business_date_of_incorporation'],
    [{ business_date_of_incorporation: '1599-12-31' }, 'business_date_of_incorporation'],
  ])('with %j is rejected by field', (fault, name) => {
    expect(() => readBusiness({ ...business, ...fault })).toThrow(name);
  });
});

describe('a claim about a consumer', () => {
  test('is normalised, and the date of birth is the day as written', () => {
    expect(readConsumer(consumer)).toEqual({
      ssn: { kind: 'ssn', value: '012345678' },
      keys: [{ kind: 'ssn-and-birth-date', value: '["012345678","1990-01-15"]' }],
      firstName: 'Ada',
      lastName: 'Example',
      dateOfBirth: '1990-01-15',
      email: 'ada@example.com',
      phone: '16175550123',
    });
  });

  test('may omit contact fields', () => {
    const unreachable = { ...consumer, personal_email: undefined, phone_number: null };
    expect(readConsumer(unreachable)).toMatchObject({ email: null, phone: null });
  });

  test.each([
    [{ social_security_number: '5678' }, 'social_security_number'],
    [{ social_security_number: undefined }, 'social_security_number'],
    [{ first_name: ' ' }, 'first_name'],
    [{ date_of_birth: '1990-02-30' }, 'date_of_birth'],
    [{ date_of_birth: '1899-12-31' }, 'date_of_birth'],
    [{ date_of_birth: '2999-01-01' }, 'date_of_birth'],
    [{ phone_number: 'none' }, 'phone_number'],
  ])('with %j is rejected by field', (fault, name) => {
    expect(() => readConsumer({ ...consumer, ...fault })).toThrow(name);
  });
});
