import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TEMPLATES, templateBySlug } from './datasets.js';
import { exampleOfObject } from './fields/json-schema.js';
import type { ObjectShape } from './fields/object-shape.js';
import { shapeFault } from './fields/shape-fault.js';
import { REGISTRATION_RULE } from './subjects/normalise.js';
import { kybCertificate as kyb } from './products/kyb-certificate.js';
import { furnishInputShape, queryInputShape, recordShape } from './shapes.js';

type Values = Readonly<Record<string, unknown>>;

/** The first fault as `path: message`. */
function faultIn(shape: ObjectShape | undefined, values: Values): string | undefined {
  if (!shape) throw new Error('there is no shape');
  const fault = shapeFault(shape, values);
  return fault && `${fault.path.join('.')}: ${fault.message}`;
}

function templateNamed(slug: string) {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

const recordFault = (record: Values) => faultIn(recordShape(kyb), record);
const identity = {
  business_legal_name: 'Acme LLC',
  business_jurisdiction_of_formation: 'US-DE',
  business_registration_identifier_from_jurisdiction_of_formation: 123456,
};

const consumer = {
  date_of_birth: '1990-01-15T00:00:00Z',
  first_name: 'Ana',
  last_name: 'Reyes',
  personal_address_city: 'Cambridge',
  personal_address_line_1: '1 Main St',
  personal_address_state: 'MA',
  personal_address_zip: 2139,
  personal_email: 'ana@example.com',
  phone_number: 6175550123,
  social_security_number: 12345678,
};

describe('a consumer template', () => {
  const shape = queryInputShape(templateNamed('total_consumer_liabilities'));

  test('accepts the fields of the contract, with the optional ones absent or null', () => {
    expect(faultIn(shape, consumer)).toBeUndefined();
    expect(faultIn(shape, { ...consumer, personal_address_line_2: null })).toBeUndefined();
    expect(faultIn(shape, { ...consumer, date_of_birth: '1990-01-15' })).toBeUndefined();
  });

  test.each([
    [{ first_name: undefined }, 'first_name: is required'],
    [{ first_name: null }, 'first_name: must not be null'],
    [{ first_name: 5 }, 'first_name: must be a string'],
    [{ first_name: ' ' }, 'first_name: must not be empty'],
    [{ first_name: 'x'.repeat(501) }, 'first_name: must be at most 500 characters'],
    [{ first_name: 'a\0b' }, 'first_name: must not hold null characters or unpaired surrogates'],
    [
      { last_name: 'Ada \u202eb' },
      'last_name: must not hold control, bidirectional or invisible characters, or more than 30 marks in a row',
    ],
    [{ last_name: '\ud800' }, 'last_name: must not hold null characters or unpaired surrogates'],
    [
      { social_security_number: '012345678' },
      'social_security_number: must be an integer that is a social security number that can have been issued',
    ],
    [
      { social_security_number: 1234 },
      'social_security_number: must be an integer that is a social security number that can have been issued',
    ],
    [
      { personal_address_zip: 2139.5 },
      'personal_address_zip: must be an integer that is a ZIP code',
    ],
    [{ personal_email: 'nobody' }, 'personal_email: must be an email'],
    [
      { date_of_birth: '2023-02-30' },
      'date_of_birth: must be an ISO 8601 date-time or date from 1900 that is not in the future',
    ],
    [{ shoe_size: 43 }, 'shoe_size: is not a known field'],
  ])('rejects %j', (change, fault) => {
    expect(faultIn(shape, { ...consumer, ...change })).toBe(fault);
  });
});

test('only the required second address line may be empty', () => {
  const shape = queryInputShape(templateNamed('cashflow_snapshots_trends'));
  const lines = { ...consumer, personal_address_line_2: '' };
  expect(faultIn(shape, lines)).toBeUndefined();
  expect(faultIn(shape, { ...lines, first_name: '' })).toBe('first_name: must not be empty');
});

describe('a furnish request', () => {
  const liabilities = furnishInputShape(templateNamed('total_consumer_liabilities'));
  const assets = furnishInputShape(templateNamed('total_consumer_assets'));
  const debt = 'aggregated_credit_accounts_outstanding_medical_debt';

  test.each([0.1 + 0.2, '12.50', null, true, 1e13, Number.NaN])(
    'rejects the amount %p',
    (value) => {
      const fault = faultIn(liabilities, { ...consumer, [debt]: value });
      expect(fault).toMatch(new RegExp(`^${debt}: must `));
    },
  );

  test('accepts uploads beyond the bound of other texts', () => {
    const upload = ['x'.repeat(200_000)];
    expect(faultIn(assets, { ...consumer, bank_statement_upload: upload })).toBeUndefined();
    expect(faultIn(assets, { ...consumer, asset_type: upload[0] })).toBe(
      'asset_type: must be at most 10000 characters',
    );
    expect(faultIn(assets, { ...consumer, bank_statement_upload: [1] })).toBe(
      'bank_statement_upload: must be an array of at most 1000 strings',
    );
  });

  test('does not exist for a bundle', () => {
    expect(furnishInputShape(templateNamed('kyc_certificate_bundle'))).toBeUndefined();
    expect(furnishInputShape(templateNamed('credit_history_bundle'))).toBeUndefined();
  });
});

describe('a KYB record', () => {
  /** A section in which only the given data may be invalid. */
  const withData = (section: string, data: Values) => {
    const model = kyb.models.find(({ name }) => name === section);
    const assertions = { [model?.performedAt ?? '']: '2026-01-15T09:30:00Z' };
    return { [section]: { assertions, data } };
  };

  test('accepts sections in the shape in which a query returns them', () => {
    const section = {
      assertions: {
        business_identity_verification_assertion: null,
        business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
      },
      data: { business_registered_address: { zip: '02139', line_2: null } },
    };
    const record = {
      business_identity: identity,
      business_identity_verification: section,
      business_risk_compliance_assessment: null,
    };
    expect(recordFault(record)).toBeUndefined();
  });

  test.each([
    [
      { business_identity: { ...identity, business_legal_name: undefined } },
      'business_identity.business_legal_name: is required',
    ],
    [{ business_id: 'Acme' }, 'business_id: must be a UUID'],
    [
      { business_risk_compliance_assessment: {} },
      'business_risk_compliance_assessment.assertions: is required',
    ],
    [
      { business_risk_compliance_assessment: { assertions: {} } },
      'business_risk_compliance_assessment.assertions.business_risk_compliance_timestamp: is required',
    ],
    [{ business_identity: 'Acme' }, 'business_identity: must be an object'],
    [
      withData('business_identity_verification', { business_registered_address: { zip: 2139 } }),
      'business_identity_verification.data.business_registered_address.zip: must be a string',
    ],
    [
      withData('business_identity_verification', { business_registered_address: [{}] }),
      'business_identity_verification.data.business_registered_address: must be an object',
    ],
    [
      withData('business_ownership_control_verification', {
        business_control_persons_identified_count: 1.5,
      }),
      'business_ownership_control_verification.data.business_control_persons_identified_count: must be an integer of at least 0',
    ],
    [
      withData('business_risk_compliance_assessment', { score: 1 }),
      'business_risk_compliance_assessment.data.score: is not a known field',
    ],
    [
      { business_risk_compliance_assessment: { data: { score: 1 } } },
      'business_risk_compliance_assessment.assertions: is required',
    ],
  ])('rejects %j', (change, fault) => {
    expect(recordFault({ business_identity: identity, ...change })).toBe(fault);
  });

  test('accepts the id of its subject in place of identity fields', () => {
    expect(recordFault({ business_id: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b' })).toBeUndefined();
  });

  test('accepts a registration identifier as a text or an integer', () => {
    const name = 'business_registration_identifier_from_jurisdiction_of_formation';
    const withIdentifier = (value: unknown) =>
      recordFault({ business_identity: { ...identity, [name]: value } });
    const refusal = `business_identity.${name}: ${REGISTRATION_RULE}`;
    expect(withIdentifier('HRB 123')).toBeUndefined();
    expect(withIdentifier(123)).toBeUndefined();
    expect(withIdentifier(1.5)).toBe(refusal);
    expect(withIdentifier('---')).toBe(refusal);
    expect(withIdentifier('1.23E+07')).toBe(refusal);
  });

  test.each([
    [
      { business_legal_name: '#N/A' },
      'business_identity.business_legal_name: must be a value, not',
    ],
    [
      { business_entity_type: ' #REF! ' },
      'business_identity.business_entity_type: must be a value, not',
    ],
  ])('rejects the error of a cell of a spreadsheet: %j', (damage, refusal) => {
    expect(recordFault({ business_identity: { ...identity, ...damage } })).toContain(refusal);
  });

  test('rejects a time of verification without its zone', () => {
    const section = (time: string) => ({
      assertions: { business_identity_verification_performed_timestamp: time },
      data: {},
    });
    const faultOf = (time: string) =>
      recordFault({ business_identity: identity, business_identity_verification: section(time) });
    expect(faultOf('2026-01-15T09:30:00')).toContain('must be an ISO 8601 date-time with its zone');
    expect(faultOf('2026-01-15T09:30:00+01:00')).toBeUndefined();
  });
});

test('any value of a field is accepted, or rejected with a reason, without a crash', () => {
  const places = [
    recordShape(kyb),
    ...TEMPLATES.map(queryInputShape),
    ...TEMPLATES.flatMap((one) => furnishInputShape(one) ?? []),
  ].flatMap((shape) =>
    shape.fields.map(({ name }) => ({ shape, valid: exampleOfObject(shape), name })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), ({ shape, valid, name }, value) => {
      const fault = shapeFault(shape, { ...valid, [name]: value });
      if (!fault) return;
      expect(fault.path[0]).toBe(name);
      expect(fault.message).toMatch(/^(must |is required$|is not a known field$)/);
    }),
  );
});
