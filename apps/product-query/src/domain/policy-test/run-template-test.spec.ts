import { describe, expect, test } from '@jest/globals';
import { parsePolicyTest, PolicyTestFault, runPolicyTest } from './index.js';

const ASSETS = 'total_consumer_assets';
const SNAPSHOT = 'consumer_credit_health_snapshot';
const QUERIER = 'Querying Bank';

const record = (furnisher: string, housing: string, furnished_at = '2026-05-02T00:00:00Z') => ({
  furnishing_entity_id: furnisher,
  furnished_at,
  [ASSETS]: { housing_status_own_rent: housing, asset_current_market_value: 25400 },
});

const aTest = (change: object = {}) => ({
  name: 'assets are issued',
  policy: 'policy.json',
  at: '2026-06-01T00:00:00Z',
  query: { querying_entity_id: QUERIER, template_slug: ASSETS },
  records: [record('First Bank', 'own')],
  consents: [{}],
  expected: { outcome: 'issued' },
  ...change,
});

const configuration = (selection: object = {}, terms: object = {}) => ({
  consent: null,
  permissible_purposes: [],
  model_selections: [{ model_name: ASSETS, ...selection }],
  ...terms,
});

const run = (change: object = {}, rules: object = configuration()) =>
  runPolicyTest(parsePolicyTest(aTest(change)), rules);

const found = (change: object = {}, rules: object = configuration()) => run(change, rules).found;

const accepting = (...values: string[]) =>
  configuration({
    field_selections: [{ field_name: 'housing_status_own_rent', accepted_values: values }],
  });

describe('a test of a policy of a template', () => {
  test('has the outputs of each group, and compares the named ones', () => {
    expect(found()).toEqual({
      outcome: 'issued',
      reasons: [],
      groups: {
        [ASSETS]: {
          furnishing_entity_id: 'First Bank',
          outputs: expect.objectContaining({
            housing_status_own_rent: 'own',
            asset_current_market_value: '25400',
            asset_type: null,
          }),
        },
      },
    });
    const groups = { [ASSETS]: { outputs: { housing_status_own_rent: 'rent' } } };
    const { differences, failures } = run({ expected: { outcome: 'issued', groups } });
    const member = `${ASSETS}.outputs.housing_status_own_rent`;
    expect(differences).toEqual([{ member, expected: 'rent', found: 'own' }]);
    expect(failures).toContain(`${member}: expected "rent", found "own"`);
    const absent = run({ expected: { outcome: 'issued', groups: {} } });
    expect(absent.differences).toEqual([{ member: ASSETS, expected: 'absent', found: 'present' }]);
  });

  test('takes the source that the rules choose', () => {
    const records = [
      record('First Bank', 'own'),
      record('Second Bank', 'rent', '2026-05-03T00:00:00Z'),
    ];
    expect(found({ records })).toMatchObject({
      groups: { [ASSETS]: { furnishing_entity_id: 'Second Bank' } },
    });
    expect(found({ records }, accepting('own'))).toMatchObject({
      groups: { [ASSETS]: { furnishing_entity_id: 'First Bank' } },
    });
    expect(found({ records }, accepting('other'))).toEqual({
      outcome: 'no_result',
      reasons: ['value_not_accepted'],
    });
    expect(found({ records: [] })).toEqual({
      outcome: 'no_result',
      reasons: ['no_eligible_record'],
    });
  });

  test('needs a consent or a purpose, as a query does', () => {
    expect(found({ consents: [] })).toEqual({ outcome: 'refused', reasons: ['consent_required'] });
    expect(found({ consents: [{ scope: SNAPSHOT }] })).toEqual({
      outcome: 'refused',
      reasons: ['consent_out_of_scope'],
    });
    expect(found({ consents: [{ entity_id: 'Another Bank' }] })).toMatchObject({
      outcome: 'refused',
    });
    const terms = { consent: 'permissible_purpose', permissible_purposes: ['employment'] };
    const query = { ...aTest().query, permissible_purpose: 'employment' };
    expect(found({ consents: [], query }, configuration({}, terms))).toMatchObject({
      outcome: 'issued',
    });
    const hidden = { consents: [{ consented_fields: `${ASSETS}.asset_type` }] };
    expect(found(hidden)).toMatchObject({ outcome: 'no_result' });
  });

  test('accepts a current attestation alone', () => {
    const rules = configuration({ attestation_required: true });
    const attestation = { entity_id: 'First Bank', expires_at: '2026-06-02T00:00:00Z' };
    expect(found({}, rules)).toMatchObject({ reasons: ['attestation_missing'] });
    expect(found({ attestations: [attestation] }, rules)).toMatchObject({ outcome: 'issued' });
    const ended = { ...attestation, revoked_at: '2026-05-31T00:00:00Z' };
    expect(found({ attestations: [ended] }, rules)).toMatchObject({ outcome: 'no_result' });
  });

  test('of a bundle reads the records of its data sets', () => {
    const query = { querying_entity_id: QUERIER, template_slug: 'credit_history_bundle' };
    const rules = { ...configuration(), model_selections: [] };
    const furnished_at = '2026-05-02T00:00:00Z';
    const records = [{ furnishing_entity_id: 'First Bank', furnished_at, [SNAPSHOT]: {} }];
    expect(found({ query, records }, rules)).toMatchObject({ outcome: 'no_result' });
    expect(() => run({ query }, rules)).toThrow(`records[0].${ASSETS} is not a known field`);
  });
});

describe('a mistake in a test of a template', () => {
  const { query } = aTest();
  const [first] = aTest().records;

  test.each([
    [{ query: { ...query, template_slug: 'assets' } }, /^query.template_slug must be one of /],
    [{ query: { ...query, product_slug: 'kyb_certificate' } }, /^query.product_slug is not a /],
    [{ query: { ...query, consent_id: 'consent' } }, /^query.consent_id is not a known field/],
    [{ records: [{ ...first, [ASSETS]: null }] }, `records[0] must have ${ASSETS}`],
    [{ records: [{ ...first, business_identity: {} }] }, /^records\[0\].business_identity is not/],
    [
      { records: [{ ...first, [ASSETS]: { housing_status_own_rent: 1 } }] },
      /^records\[0\].total_consumer_assets.housing_status_own_rent must be /,
    ],
    [{ consents: [{ business_consent_identity: {} }] }, /business_consent_identity is not a known/],
    [
      { expected: { outcome: 'issued', groups: { other: {} } } },
      'expected.groups.other is not a known field: {}',
    ],
    [{ expected: { outcome: 'no_result', groups: {} } }, /^expected.groups must be absent/],
    [{ expected: { outcome: 'issued', result: {} } }, /^expected.result is not a known field/],
  ])('is named: %j', (change, message) => {
    expect(() => parsePolicyTest(aTest(change))).toThrow(PolicyTestFault);
    expect(() => parsePolicyTest(aTest(change))).toThrow(message);
  });

  test('is a policy of another data set', () => {
    const rules = configuration({ model_name: 'business_identity_verification' });
    expect(() => run({}, rules)).toThrow(PolicyTestFault);
  });
});
