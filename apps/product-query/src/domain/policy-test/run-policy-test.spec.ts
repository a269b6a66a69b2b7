import { kybCertificate, TEMPLATES } from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import { parsePolicyTest, PolicyTestFault, policyTestSchema, runPolicyTest } from './index.js';
import { decidePolicyTest } from './run-policy-test.js';
import { testedPolicy } from './tested-policy.js';

const IDENTITY = 'business_identity_verification';
const QUERIER = 'Querying Bank';
const TIME = 'business_identity_verification_performed_timestamp';

const section = (entityType: string) => ({
  assertions: { [TIME]: '2026-05-01T00:00Z' },
  data: { business_entity_type: entityType },
});

const record = (furnisher: string, entityType: string, furnished_at = '2026-05-02T00:00:00Z') => ({
  furnishing_entity_id: furnisher,
  furnished_at,
  [IDENTITY]: section(entityType),
});

const aTest = (change: object = {}) => ({
  name: 'a corporation is issued',
  policy: 'policy.json',
  at: '2026-06-01T00:00:00Z',
  query: { querying_entity_id: QUERIER, product_slug: 'kyb_certificate' },
  records: [record('First Bank', 'corporation')],
  expected: { outcome: 'issued' },
  ...change,
});

const configuration = (selection: object = {}, terms: object = {}) => ({
  consent: null,
  permissible_purposes: [],
  model_selections: [{ model_name: IDENTITY, is_required: true, ...selection }],
  ...terms,
});

const corporations = {
  field_selections: [{ field_name: 'business_entity_type', accepted_values: ['corporation'] }],
};

const run = (test: object, rules: object = configuration(corporations)) =>
  runPolicyTest(parsePolicyTest(test), rules);

describe('a test of a policy', () => {
  test('has the sections that the certificate would have, and compares the named values', () => {
    const result = {
      [IDENTITY]: { ...section('corporation'), furnishing_entity_id: 'First Bank' },
    };
    const { found, differences } = run(aTest({ expected: { outcome: 'issued', result } }));
    expect(differences).toEqual([]);
    expect(found.result).toMatchObject({
      [IDENTITY]: { data: { business_entity_type: 'corporation', business_dba_name: null } },
      business_risk_compliance_assessment: null,
    });
    const other = { [IDENTITY]: { data: { business_entity_type: 'llc' } } };
    const failed = run(aTest({ expected: { outcome: 'issued', result: other } }));
    const member = `${IDENTITY}.data.business_entity_type`;
    expect(failed.differences).toEqual([{ member, expected: 'llc', found: 'corporation' }]);
  });

  test.each([
    ['of another network', { networkId: '00000000-0000-4000-8000-000000000001' }],
    ['of another product', { productId: '00000000-0000-4000-8000-000000000001' }],
    ['that is archived', { status: 'archived' }],
    ['that is not the default', { isDefault: false }],
  ] as const)('is not decided by the built-in default instead of a policy %s', (_, change) => {
    const policy = { ...testedPolicy(kybCertificate, configuration(corporations)), ...change };
    const decide = () => decidePolicyTest(parsePolicyTest(aTest()), policy);
    expect(decide).toThrow('the policy of a test must be the published default of its network');
  });

  test('fails for a section that it does not name', () => {
    const { differences } = run(aTest({ expected: { outcome: 'issued', result: {} } }));
    expect(differences).toEqual([{ member: IDENTITY, expected: 'absent', found: 'present' }]);
  });

  test('has no result where the value is not accepted, with the reason', () => {
    const expected = { outcome: 'no_result', reason: 'value_not_accepted' };
    const records = [record('First Bank', 'llc')];
    expect(run(aTest({ records, expected })).differences).toEqual([]);
    expect(run(aTest({ expected })).differences).toEqual([
      { member: 'outcome', expected: 'no_result', found: 'issued' },
    ]);
    const reason = { outcome: 'no_result', reason: 'too_old' };
    expect(run(aTest({ records, expected: reason })).differences).toEqual([
      { member: 'reason', expected: 'too_old', found: 'value_not_accepted' },
    ]);
  });

  test('has no result without a record of a required section', () => {
    const expected = { outcome: 'no_result', reason: 'no_eligible_record' };
    expect(run(aTest({ records: [], expected })).differences).toEqual([]);
  });

  test('takes the last record of a furnisher, and the furnisher that the policy prefers', () => {
    const bank = '00000000-0000-7000-8000-000000000005';
    const records = [
      record('First Bank', 'corporation', '2026-05-04T00:00:00Z'),
      record(bank, 'llc', '2026-05-02T00:00:00Z'),
      record(bank, 'corporation', '2026-05-03T00:00:00Z'),
    ];
    const rules = configuration({ ...corporations, selected_provenance_option_ids: [bank] });
    const result = { [IDENTITY]: { furnishing_entity_id: bank } };
    expect(run(aTest({ records, expected: { outcome: 'issued', result } }), rules)).toMatchObject({
      differences: [],
    });
  });

  test('takes the last furnished record where the time of verification is hidden', () => {
    const verified = record('First Bank', 'corporation', '2026-05-02T00:00:00Z');
    const corrected = {
      ...record('First Bank', 'llc', '2026-05-03T00:00:00Z'),
      [IDENTITY]: { ...section('llc'), assertions: { [TIME]: '2026-04-01T00:00:00Z' } },
    };
    const typeUnder = (consented_fields: string) => {
      const consents = [{ consented_fields }];
      const records = [verified, corrected];
      const rules = configuration({}, { consent: 'required' });
      return run(aTest({ records, consents }), rules).found.result?.[IDENTITY]?.data[
        'business_entity_type'
      ];
    };
    expect(typeUnder('*')).toBe('corporation');
    expect(typeUnder(`${IDENTITY}.business_entity_type`)).toBe('llc');
  });

  test('can require that a record names the business as the consent does', () => {
    const rules = configuration({ name_match: 'require' }, { consent: 'required' });
    const named = (business_legal_name: string) => ({ business_legal_name });
    const foundFor = (name: string) => {
      const records = [{ ...record('First Bank', 'llc'), business_identity: named('Example LLC') }];
      const consents = [{ business_consent_identity: named(name) }];
      return run(aTest({ records, consents }), rules).found;
    };
    expect(foundFor('example llc')).toMatchObject({ outcome: 'issued' });
    expect(foundFor('Other LLC')).toEqual({ outcome: 'no_result', reasons: ['name_differs'] });
  });

  test('requires an attestation that is in force', () => {
    const rules = configuration({ attestation_required: true });
    const until = (expires_at: string) => [{ entity_id: 'First Bank', expires_at }];
    const outcomeWith = (attestations: object[]) => run(aTest({ attestations }), rules).found;
    expect(outcomeWith(until('2026-06-02T00:00:00Z'))).toMatchObject({ outcome: 'issued' });
    expect(outcomeWith(until('2026-06-01T00:00:00Z'))).toEqual({
      outcome: 'no_result',
      reasons: ['attestation_missing'],
    });
  });
});

describe('a consent of a test', () => {
  const rules = configuration({}, { consent: 'required' });
  const found = (change: object, terms: object = rules) => run(aTest(change), terms).found;

  test('admits a query that needs one, by its newest', () => {
    expect(found({})).toEqual({ outcome: 'refused', reasons: ['consent_required'] });
    expect(found({ consents: [{}] })).toMatchObject({ outcome: 'issued' });
    const revoked = { revoked_at: '2026-05-31T00:00:00Z' };
    expect(found({ consents: [{}, revoked] })).toEqual({
      outcome: 'refused',
      reasons: ['consent_out_of_scope'],
    });
    expect(found({ consents: [revoked, {}] })).toMatchObject({ outcome: 'issued' });
  });

  test('is of the querying institution unless it names another one', () => {
    expect(found({ consents: [{ entity_id: 'Other Bank' }] })).toMatchObject({
      reasons: ['consent_required'],
    });
  });

  test('can be named by the query', () => {
    const { query } = aTest();
    const named = { query: { ...query, consent_id: 'old' } };
    const old = { consent_id: 'old', expires_at: '2026-05-31T00:00:00Z' };
    expect(found({ ...named, consents: [old, {}] })).toMatchObject({
      reasons: ['consent_expired'],
    });
    expect(found({ ...named, consents: [{}] })).toMatchObject({ reasons: ['consent_not_found'] });
  });

  test('hides the fields that it does not grant', () => {
    const grant = { furnishing_entity_id: '*', field_definitions: [`${IDENTITY}.${TIME}`] };
    const consents = [{ field_access_grants: [grant] }];
    expect(found({ consents })).toMatchObject({
      result: { [IDENTITY]: { data: { business_entity_type: null } } },
    });
    expect(found({ consents: [{ field_access_grants: [] }] })).toMatchObject({
      reasons: ['grant'],
    });
  });

  test('is replaced by a purpose that the policy allows', () => {
    const purposes = configuration({}, { permissible_purposes: ['customer_due_diligence'] });
    const withPurpose = (permissible_purpose: string) => ({
      query: { ...aTest().query, permissible_purpose },
    });
    expect(found(withPurpose('customer_due_diligence'), purposes)).toMatchObject({
      outcome: 'issued',
    });
    expect(found(withPurpose('employment'), purposes)).toMatchObject({
      outcome: 'refused',
      reasons: ['consent_required'],
    });
  });
});

describe('a mistake', () => {
  const faultOf = (change: object) => {
    try {
      parsePolicyTest(aTest(change));
    } catch (error) {
      if (error instanceof PolicyTestFault) return error.message;
      throw error;
    }
    return undefined;
  };
  const { query } = aTest();

  test.each([
    [{ recrods: [] }, 'recrods is not a known field: []'],
    [{ at: 'today' }, /^at must be an ISO 8601 date-time .*: "today"$/],
    [{ query: { ...query, product_slug: 'kyc' } }, /^query.product_slug must be one of kyb_certif/],
    [{ records: {} }, 'records must be a list: {}'],
    [
      { records: [{ ...record('a', 'llc'), extra: 1 }] },
      'records[0].extra is not a known field: 1',
    ],
    [
      { records: [record('a', 'llc', '2026-07-01T00:00:00Z')] },
      /^records\[0\].furnished_at must not/,
    ],
    [
      { records: [{ ...record('a', 'llc'), [IDENTITY]: { assertions: {} } }] },
      `records[0].${IDENTITY}.assertions.${TIME} is required`,
    ],
    [
      { consents: [{ consented_fields: 'x.y' }] },
      'consents[0].consented_fields has an unknown field: "x.y"',
    ],
    [
      { consents: [{ field_access_grants: [{ furnishing_entity_id: '*' }] }] },
      'consents[0].field_access_grants[0].field_definitions is required',
    ],
    [{ expected: { outcome: 'granted' } }, /^expected.outcome must be one of issued, no_result/],
    [
      { expected: { outcome: 'issued', reason: 'too_old' } },
      'expected.reason must be absent for outcome issued: "too_old"',
    ],
    [
      { expected: { outcome: 'issued', result: { [IDENTITY]: { data: { typo: 1 } } } } },
      `expected.result.${IDENTITY}.data.typo is not a known field: 1`,
    ],
  ])('of %j names the member and the value', (change, message) => {
    expect(faultOf(change)).toMatch(message);
    expect(faultOf({})).toBeUndefined();
  });

  test.each([
    [{ consent: 'never' }, /^configuration \/consent must/],
    [{ model_selections: [{ model_name: 'unknown' }] }, /has no model "?unknown/],
    [{ model_selections: 'all' }, /^configuration.model_selections must be a list of objects/],
    [{ model_selections: [{}] }, /^configuration.model_selections.model_name must be a text/],
    [
      { model_selections: [{ model_name: IDENTITY, field_selections: [{ field_name: 1 }] }] },
      /^configuration.field_selections.field_name must be a text: 1/,
    ],
    [{ model_selections: [{ model_name: IDENTITY, is_enabled: 'yes' }] }, /is_enabled/],
    [{ permissible_purposes: undefined }, 'configuration.permissible_purposes is required'],
  ])('in a policy, %j, is refused', (terms, message) => {
    const tested = parsePolicyTest(aTest());
    expect(() => runPolicyTest(tested, configuration({}, terms))).toThrow(PolicyTestFault);
    expect(() => runPolicyTest(tested, configuration({}, terms))).toThrow(message);
  });
});

test('the schema of a test has the members and the values of the check', () => {
  const { anyOf } = policyTestSchema() as { readonly anyOf: readonly object[] };
  expect(anyOf).toHaveLength(1 + TEMPLATES.length);
  expect(anyOf[0]).toMatchObject({
    required: ['name', 'policy', 'at', 'query', 'expected'],
    additionalProperties: false,
    properties: {
      records: { items: { additionalProperties: false } },
      consents: { items: { properties: { field_access_grants: { type: 'array' } } } },
      query: { properties: { product_slug: { enum: ['kyb_certificate'] } } },
      expected: { properties: { outcome: { enum: ['issued', 'no_result', 'refused'] } } },
    },
  });
  expect(anyOf[1]).toMatchObject({
    properties: {
      records: { items: { additionalProperties: false } },
      query: { properties: { template_slug: { enum: [TEMPLATES[0]?.slug] } } },
      expected: { properties: { groups: { allOf: [{ additionalProperties: false }] } } },
    },
  });
});
