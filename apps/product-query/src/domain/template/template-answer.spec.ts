import { describe, expect, test } from '@jest/globals';
import {
  answerTo,
  anInput,
  aPolicyOn,
  aTemplateRecord,
  recordsOf,
  valuesOf,
  type Setting,
} from '../../testing/template-input.js';
import type { Candidate } from '../candidate.js';
import {
  aConsent,
  aPolicy,
  aSelection,
  DAY,
  FURNISHER,
  id,
  NOW,
  OTHER_FURNISHER,
} from '../../testing/builders.js';

const IDENTITY = 'business_identity_verification';
const LIABILITIES = 'total_consumer_liabilities';
const SNAPSHOT = 'consumer_credit_health_snapshot';
const CASHFLOW = 'cashflow_snapshots_trends';
const KYC = 'kyc_certificate_bundle';
const ASSETS = 'total_consumer_assets';
const TOTAL = 'current_total_liabilities';
const INDICATOR = 'network_adverse_action_eligible_indicator';

const debts = valuesOf(LIABILITIES);
const [DEBT = ''] = Object.keys(debts);
const ours = aTemplateRecord(LIABILITIES, debts);
const theirs = { furnishingEntityId: OTHER_FURNISHER, recordId: id(101) };

const answer = (
  records: readonly Candidate[],
  { slug = LIABILITIES, ...setting }: Setting & { slug?: string } = {},
) => answerTo(anInput(slug, records, setting));

const withField = (field: Parameters<typeof aPolicyOn>[1], slug = LIABILITIES) => ({
  policy: aPolicyOn(slug, field),
});

const without = (values: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const daysAgo = (days: number) => NOW - days * DAY;

describe('an answer is one statement', () => {
  const STATUS = 'business_identity_verification_overall_status';
  const identity = (status: string, days: number, change: Partial<Candidate> = {}) =>
    aTemplateRecord(
      IDENTITY,
      { ...valuesOf(IDENTITY), [STATUS]: status },
      { performedAt: daysAgo(days), ...change },
    );

  test('has the status, the results and the furnisher of the same record', () => {
    const verified = identity('verified', 60);
    const failed = identity('failed', 10, theirs);
    const rules = withField({ field_name: STATUS, accepted_values: ['verified'] }, IDENTITY);
    expect(answer([verified, failed], { slug: IDENTITY, rules })?.body).toMatchObject({
      [STATUS]: 'verified',
      network_furnisher_id: FURNISHER,
    });
    expect(answer([verified, failed], { slug: IDENTITY })?.body).toMatchObject({
      [STATUS]: 'failed',
      network_furnisher_id: OTHER_FURNISHER,
    });
  });

  test('has no part of the address of another furnisher', () => {
    const line = 'business_registered_address_line_2';
    const state = 'business_registered_address_state';
    const complete = identity('verified', 60);
    const others = without(valuesOf(IDENTITY), line, state);
    const short = { ...theirs, performedAt: daysAgo(10), text: JSON.stringify(others) };
    const found = answer([complete, { ...complete, ...short }], { slug: IDENTITY })?.body;
    expect(found).toMatchObject({
      network_furnisher_id: OTHER_FURNISHER,
      [line]: null,
      [state]: null,
    });
  });

  test('has a score with its own name, version and factors', () => {
    const whole = aTemplateRecord(SNAPSHOT, valuesOf(SNAPSHOT));
    const half = aTemplateRecord(
      SNAPSHOT,
      { credit_based_credit_score_name: ['B'], credit_based_credit_score_value: ['9'] },
      { ...theirs, furnishedAt: NOW },
    );
    expect(answer([whole, half], { slug: SNAPSHOT })?.body).toMatchObject({
      credit_based_credit_score_name: ['1.10'],
      credit_based_credit_score_value: ['1.10'],
      credit_based_credit_score_version: ['1.10'],
    });
  });

  test('can have a group of another furnisher, each whole, and names both', () => {
    const score = (prefix: string, value: string) =>
      Object.fromEntries(
        ['name', 'value', 'version', 'factors_json'].map((member) => [
          `${prefix}_${member}`,
          [value],
        ]),
      );
    const lacking = without(
      valuesOf(SNAPSHOT),
      'cashflow_based_credit_score_name',
      'cashflow_based_credit_score_value',
    );
    const bureau = aTemplateRecord(SNAPSHOT, lacking, { furnishedAt: NOW });
    const bank = aTemplateRecord(SNAPSHOT, score('cashflow_based_credit_score', 'bank'), theirs);
    const found = answer([bureau, bank], { slug: SNAPSHOT });
    expect(found?.body).toMatchObject({
      ...score('cashflow_based_credit_score', 'bank'),
      ...score('credit_based_credit_score', '1.10'),
      debt_to_income_ratio: '1.10',
    });
    expect([...(found?.furnishingEntityIds ?? [])].sort()).toEqual([FURNISHER, OTHER_FURNISHER]);
  });

  test('has balances with the time at which they were furnished', () => {
    const balances = aTemplateRecord(CASHFLOW, valuesOf(CASHFLOW));
    const days = 'bank_account_number_of_days_with_negative_account_balance_in_last_30_days';
    const single = aTemplateRecord(CASHFLOW, { [days]: '9' }, { ...theirs, furnishedAt: NOW });
    expect(answer([balances, single], { slug: CASHFLOW })?.body).toMatchObject({
      [days]: '1.10',
      bank_account_last_update_date: new Date(balances.furnishedAt).toISOString(),
    });
  });

  test('has every step of a KYC check from one furnisher', () => {
    const all = recordsOf(KYC);
    const isDocument = ({ model }: Candidate) => model === 'document_verification';
    const others = all.filter((record) => !isDocument(record));
    const document = all.filter(isDocument).map((record) => ({ ...record, ...theirs }));
    expect(answer([...others, ...document], { slug: KYC })).toBeUndefined();
    const found = answer([...all, ...document], { slug: KYC });
    expect(found?.furnishingEntityIds).toEqual([FURNISHER]);
    expect(found?.body).toMatchObject({ is_document_capture_complete: 'true' });
  });

  test('of two half captures is no complete capture', () => {
    const half = (change: Partial<Candidate>, ...fields: readonly string[]) =>
      recordsOf(KYC, change).map((record) => {
        const values = JSON.parse(record.text) as Record<string, unknown>;
        const kept = Object.entries(values).filter(([field]) => !fields.includes(field));
        return { ...record, text: JSON.stringify(Object.fromEntries(kept)) };
      });
    const captures = [
      ...half({}, 'identity_document_upload'),
      ...half(theirs, 'document_capture_timestamp'),
    ];
    expect(answer(captures, { slug: KYC })).toBeUndefined();
  });

  test('is judged by the time of its verification, not of its furnishing', () => {
    const policy = aPolicy({
      modelSelections: [aSelection({ model_name: IDENTITY, max_age_days: 365 })],
    });
    const old = identity('verified', 2_000, { furnishedAt: NOW });
    const failed = identity('failed', 30, { ...theirs, furnishedAt: daysAgo(30) });
    expect(answer([old], { slug: IDENTITY, rules: { policy } })).toBeUndefined();
    expect(answer([old, failed], { slug: IDENTITY })?.body).toMatchObject({ [STATUS]: 'failed' });
  });
});

describe('the answer of a template', () => {
  test('has totals that are exact to the cent', () => {
    expect(answer([ours])?.body).toMatchObject({ [TOTAL]: '6.6' });
  });

  test('has a total of one record', () => {
    const lacking = without(debts, DEBT);
    const other = aTemplateRecord(LIABILITIES, { [DEBT]: '5.00' }, { ...theirs, furnishedAt: NOW });
    const half = aTemplateRecord(LIABILITIES, lacking);
    expect(answer([half, other])).toBeUndefined();
    expect(answer([ours, other])?.body).toMatchObject({ [DEBT]: '1.10', [TOTAL]: '6.6' });
  });

  test('is attested when the furnishers of all groups attested', () => {
    expect(answer([ours], { attested: [FURNISHER] })?.body).toMatchObject({ [INDICATOR]: true });
    expect(answer([ours], { attested: [] })?.body).toMatchObject({ [INDICATOR]: false });
  });

  test('has the newest record; of two furnished at once, the one with the lowest id', () => {
    const older = aTemplateRecord(ASSETS, { asset_type: 'house' });
    const newer = aTemplateRecord(ASSETS, { asset_type: 'boat' }, { ...theirs, furnishedAt: NOW });
    const furnisher = (...records: Candidate[]) =>
      answer(records, { slug: ASSETS })?.body['network_furnisher_id'];
    expect(furnisher(older, newer)).toBe(OTHER_FURNISHER);
    const atOnce = aTemplateRecord(ASSETS, { asset_type: 'house' }, { furnishedAt: NOW });
    expect(furnisher(newer, atOnce)).toBe(FURNISHER);
  });

  test('has computed values that the policy does not compare', () => {
    expect(
      answer([ours], { rules: withField({ field_name: TOTAL, accepted_values: ['0.00'] }) })?.body,
    ).toMatchObject({ [TOTAL]: '6.6' });
  });
});

describe('there is no answer', () => {
  test('when nothing is readable', () => {
    expect(answer([])).toBeUndefined();
  });

  test('when a required output is missing, disabled, not consented or not accepted', () => {
    expect(answer([ours])).toBeDefined();
    const lacking = without(debts, DEBT);
    expect(answer([aTemplateRecord(LIABILITIES, lacking)])).toBeUndefined();
    const consented_fields = Object.keys(debts)
      .map((field) => `${LIABILITIES}.${field}`)
      .join();
    const settings = [
      withField({ field_name: DEBT, is_enabled: false }),
      withField({ field_name: DEBT, accepted_values: ['0.00'] }),
      // Computed outputs also have rules under their own name.
      withField({ field_name: TOTAL, is_enabled: false }),
      withField({ field_name: INDICATOR, is_enabled: false }),
      { consent: aConsent({ consented_fields }) },
    ];
    expect(settings.map((rules) => answer([ours], { rules }))).toEqual(
      settings.map(() => undefined),
    );
  });

  test('when the policy requires an optional field that no record states', () => {
    const required = (field_name: string) => ({
      slug: ASSETS,
      rules: withField({ field_name, is_required: true }, ASSETS),
    });
    const record = aTemplateRecord(ASSETS, { asset_type: 'house' });
    expect(answer([record], required('asset_type'))).toBeDefined();
    expect(answer([record], required('housing_status_own_rent'))).toBeUndefined();
  });
});
