import { describe, expect, test } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import fc from 'fast-check';
import { TEMPLATES, templateBySlug } from './datasets.js';
import { kybCertificate as kyb } from './products/kyb-certificate.js';
import type { ShapeClass } from './shape-class.js';
import { furnishInputClass, queryInputClass, recordClass } from './shapes.js';

/** The faults as `path: message`, validated as requests are. */
function faultsOf(shape: ShapeClass | undefined, value: object): string[] {
  if (!shape) throw new Error('there is no shape');
  const instance = plainToInstance(shape, value);
  return validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
  }).flatMap((fault) => flatten([], fault));
}

function flatten(parents: readonly string[], fault: ValidationError): string[] {
  const path = [...parents, fault.property];
  const own = Object.values(fault.constraints ?? {}).map((text) => `${path.join('.')}: ${text}`);
  return [...own, ...(fault.children ?? []).flatMap((child) => flatten(path, child))];
}

function templateNamed(slug: string) {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

const recordFaults = (record: object) => faultsOf(recordClass(kyb), record);
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
  const shape = queryInputClass(templateNamed('total_consumer_liabilities'));

  test('takes what the contract lists, with the optional fields absent or null', () => {
    expect(faultsOf(shape, consumer)).toEqual([]);
    expect(faultsOf(shape, { ...consumer, personal_address_line_2: null })).toEqual([]);
    expect(faultsOf(shape, { ...consumer, date_of_birth: '1990-01-15' })).toEqual([]);
  });

  test.each([
    [{ first_name: undefined }, 'first_name: is required'],
    [{ first_name: null }, 'first_name: must not be null'],
    [{ first_name: 5 }, 'first_name: must be a string'],
    [{ first_name: ' ' }, 'first_name: must not be empty'],
    [{ first_name: 'x'.repeat(501) }, 'first_name: must be at most 500 characters'],
    [{ first_name: 'a\0b' }, 'first_name: must not hold null characters or unpaired surrogates'],
    [{ last_name: '\ud800' }, 'last_name: must not hold null characters or unpaired surrogates'],
    [
      { social_security_number: '012345678' },
      'social_security_number: must be an integer that is a social security number',
    ],
    [
      { social_security_number: 1234 },
      'social_security_number: must be an integer that is a social security number',
    ],
    [
      { personal_address_zip: 2139.5 },
      'personal_address_zip: must be an integer that is a ZIP code',
    ],
    [{ personal_email: 'nobody' }, 'personal_email: must be an email'],
    [{ date_of_birth: '2023-02-30' }, 'date_of_birth: must be an ISO 8601 date-time or date'],
    [{ shoe_size: 43 }, 'shoe_size: property shoe_size should not exist'],
  ])('refuses %j', (change, fault) => {
    expect(faultsOf(shape, { ...consumer, ...change })).toEqual([fault]);
  });
});

describe('a furnish request', () => {
  const liabilities = furnishInputClass(templateNamed('total_consumer_liabilities'));
  const assets = furnishInputClass(templateNamed('total_consumer_assets'));
  const debt = 'aggregated_credit_accounts_outstanding_medical_debt';

  test.each([0.1 + 0.2, '12.50', null, true, 1e13, Number.NaN])(
    'takes no amount that is %p',
    (value) => {
      expect(faultsOf(liabilities, { ...consumer, [debt]: value })).toHaveLength(1);
    },
  );

  test('takes uploads beyond the bound of other texts', () => {
    const upload = ['x'.repeat(200_000)];
    expect(faultsOf(assets, { ...consumer, bank_statement_upload: upload })).toEqual([]);
    expect(faultsOf(assets, { ...consumer, asset_type: upload[0] })).toEqual([
      'asset_type: must be at most 10000 characters',
    ]);
    expect(faultsOf(assets, { ...consumer, bank_statement_upload: [1] })).toEqual([
      'bank_statement_upload: must be an array of at most 1000 strings',
    ]);
  });

  test('does not exist for a bundle', () => {
    expect(furnishInputClass(templateNamed('kyc_certificate_bundle'))).toBeUndefined();
    expect(furnishInputClass(templateNamed('credit_history_bundle'))).toBeUndefined();
  });
});

describe('a KYB record', () => {
  test('takes sections in the shape in which a query returns them', () => {
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
    expect(recordFaults(record)).toEqual([]);
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
      { business_identity_verification: { data: { business_registered_address: { zip: 2139 } } } },
      'business_identity_verification.data.business_registered_address.zip: must be a string',
    ],
    [
      { business_identity_verification: { data: { business_registered_address: [{}] } } },
      'business_identity_verification.data.business_registered_address: must be an object',
    ],
    [
      {
        business_ownership_control_verification: {
          data: { business_control_persons_identified_count: 1.5 },
        },
      },
      'business_ownership_control_verification.data.business_control_persons_identified_count: must be an integer of at least 0',
    ],
    [
      { business_risk_compliance_assessment: { data: { score: 1 } } },
      'business_risk_compliance_assessment.data.score: property score should not exist',
    ],
  ])('refuses %j', (change, fault) => {
    expect(recordFaults({ business_identity: identity, ...change })).toContain(fault);
  });

  test('takes the id of its subject in place of what identifies it', () => {
    expect(recordFaults({ business_id: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b' })).toEqual([]);
  });

  test('takes a registration identifier as text or as an integer', () => {
    const name = 'business_registration_identifier_from_jurisdiction_of_formation';
    const withIdentifier = (value: unknown) =>
      recordFaults({ business_identity: { ...identity, [name]: value } });
    expect(withIdentifier('HRB 123')).toEqual([]);
    expect(withIdentifier(1.5)).toHaveLength(1);
    expect(withIdentifier('---')).toHaveLength(1);
  });
});

test('whatever a field is sent as, it is accepted or refused with a reason, never a crash', () => {
  const shapes = TEMPLATES.flatMap((one) => [
    [queryInputClass(one), one.query.input] as const,
    [furnishInputClass(one) ?? queryInputClass(one), one.furnish?.input ?? []] as const,
  ]);
  fc.assert(
    fc.property(
      fc.constantFrom(...shapes),
      fc.nat(),
      fc.jsonValue(),
      ([shape, fields], i, value) => {
        const field = fields[i % Math.max(1, fields.length)];
        if (!field) return;
        for (const fault of faultsOf(shape, { [field.name]: value })) {
          expect(fault).toMatch(/: (must|is required)/);
        }
      },
    ),
  );
});
