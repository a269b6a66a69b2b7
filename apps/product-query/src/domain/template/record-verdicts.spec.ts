import { LONGEST_ACCEPTED_TEXT } from '@ndx/catalog';
import type { Verdict } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import {
  anInput,
  aPart,
  aPolicyOn,
  aTemplateRecord,
  templateNamed,
  valuesOf,
  verdictsOn,
  type Setting,
} from '../../testing/template-input.js';
import {
  aConsent,
  aField,
  aPolicy,
  aSelection,
  DAY,
  FURNISHER,
  id,
  NOW,
  OTHER_FURNISHER,
  OTHER_NETWORK,
} from '../../testing/builders.js';
import type { Candidate } from '../candidate.js';
import { templateDecisionOf } from '../decision/template-decision.js';
import { chooseGroups } from './choose-groups.js';
import { readRecords } from './read-records.js';
import { LARGE_BYTES, splitUploads } from './template-record.js';

const ASSETS = 'total_consumer_assets';
const IDENTITY = 'business_identity_verification';
const TIME = 'business_identity_verification_timestamp';
const BUNDLE = 'kyc_certificate_bundle';
const PART = 'address_verification';
const FIELD = 'address_verification_method_type';
const STATUS = 'business_identity_verification_overall_status';

const selecting = (change: Parameters<typeof aSelection>[0], slug = ASSETS) =>
  aPolicy({ modelSelections: [aSelection({ model_name: slug, ...change })] });
const assetType = (change: Parameters<typeof aField>[0]) =>
  selecting({ field_selections: [aField({ field_name: 'asset_type', ...change })] });

const ours = aTemplateRecord(ASSETS, { asset_type: 'house' });
const theirs: Candidate = { ...ours, furnishingEntityId: OTHER_FURNISHER, recordId: id(101) };

const judge = (records: readonly Candidate[], setting?: Setting, slug = ASSETS) =>
  verdictsOn(anInput(slug, records, setting));

describe('a verdict on a record', () => {
  test.each<[Verdict, Setting['rules'], string | null]>([
    ['chosen', {}, null],
    [
      'consent_scope',
      { consent: aConsent({ consented_fields: `${ASSETS}.housing_status_own_rent` }) },
      null,
    ],
    ['grant', { consent: aConsent({ field_access_grants: [] }) }, null],
    ['not_enabled', { policy: selecting({ is_enabled: false }) }, null],
    ['nothing_readable', { policy: assetType({ is_enabled: false }) }, null],
    [
      'source_not_accepted',
      { policy: selecting({ selected_provenance_option_ids: [OTHER_FURNISHER] }) },
      null,
    ],
    [
      'nothing_readable',
      { policy: assetType({ selected_provenance_option_ids: [OTHER_FURNISHER] }) },
      null,
    ],
    ['attestation_missing', { policy: selecting({ attestation_required: true }) }, null],
    ['too_old', { policy: selecting({ max_age_days: 29 }) }, null],
    ['value_not_accepted', { policy: assetType({ accepted_values: ['boat'] }) }, 'asset_type'],
    [
      'required_field_missing',
      {
        policy: selecting({
          field_selections: [aField({ field_name: 'housing_status_own_rent', is_required: true })],
        }),
      },
      'housing_status_own_rent',
    ],
  ])('%s is reached', (verdict, rules, field) => {
    const found = judge([ours], rules && { rules });
    expect(found).toEqual([{ verdict, ...(field !== null && { field }) }]);
  });

  test.each<[Verdict, Candidate, Setting['rules']]>([
    [
      'outranked_by_source_order',
      theirs,
      { policy: selecting({ selected_provenance_option_ids: [FURNISHER, OTHER_FURNISHER] }) },
    ],
    ['outranked_by_verification_time', { ...theirs, performedAt: ours.performedAt - 1 }, {}],
    ['outranked_by_furnishing_time', { ...theirs, furnishedAt: ours.furnishedAt - 1 }, {}],
    ['outranked_by_record_id', theirs, {}],
  ])('%s names the criterion between two records', (verdict, other, rules = {}) => {
    const { judgements } = chooseGroups(anInput(ASSETS, [other, ours], { rules }));
    expect(judgements).toMatchObject([
      { candidate: { recordId: ours.recordId }, verdict: 'chosen' },
      { candidate: { recordId: other.recordId }, verdict },
    ]);
  });

  test('is about no record of a network that consent closes', () => {
    expect(judge([{ ...ours, networkId: OTHER_NETWORK }])).toEqual([]);
  });

  test.each([
    ['within the age that the policy allows', { policy: selecting({ max_age_days: 30 }) }],
    ['of a furnisher that attested', { policy: selecting({ attestation_required: true }) }],
    ['with an accepted value', { policy: assetType({ accepted_values: ['house'] }) }],
  ])('chooses a record %s', (_, rules) => {
    expect(judge([ours], { rules, attested: [FURNISHER] })).toEqual([{ verdict: 'chosen' }]);
  });

  describe('in a bundle', () => {
    const record = aTemplateRecord(PART, { [FIELD]: 'utility bill' });
    const inBundle = (part: Parameters<typeof aPart>[0], rules: Setting['rules'] = {}) =>
      judge([record], { rules: { ...rules, parts: new Map([[PART, aPart(part)]]) } }, BUNDLE);
    const model = (change: Parameters<typeof aSelection>[0]) => ({
      policy: selecting(change, PART),
    });
    const rule = (change: Parameters<typeof aField>[0]) => ({
      policy: aPolicyOn(PART, { field_name: FIELD, ...change }),
    });

    test.each<[Verdict, Parameters<typeof aPart>[0], string | null]>([
      ['consent_scope', { consent: aConsent({ consented_fields: 'x.y' }) }, null],
      ['not_enabled', model({ is_enabled: false }), null],
      ['source_not_accepted', model({ selected_provenance_option_ids: [id(9)] }), null],
      ['attestation_missing', model({ attestation_required: true }), null],
      ['too_old', model({ max_age_days: 29 }), null],
      ['value_not_accepted', rule({ accepted_values: ['passport'] }), FIELD],
    ])('%s names the data set whose rule excludes it', (verdict, part, field) => {
      expect(inBundle(part)).toEqual([
        { verdict, excludedIn: PART, ...(field !== null && { field }) },
      ]);
    });

    test.each([rule({ is_enabled: false }), rule({ selected_provenance_option_ids: [id(9)] })])(
      'shows no field that the policy of the data set hides',
      (part) => {
        expect(inBundle(part)).toEqual([{ verdict: 'nothing_readable' }]);
      },
    );

    test('is the first rule of all policies', () => {
      const part = model({ max_age_days: 1, attestation_required: true });
      const own = { policy: selecting({ is_enabled: false }, BUNDLE) };
      expect(inBundle(part, own)).toEqual([{ verdict: 'not_enabled' }]);
      expect(inBundle(part)).toEqual([{ verdict: 'attestation_missing', excludedIn: PART }]);
    });

    test('is dataset_closed where consents close its data set', () => {
      expect(judge([record], { rules: { parts: new Map() } }, BUNDLE)).toEqual([
        { verdict: 'dataset_closed', excludedIn: PART },
      ]);
    });

    test('requires the attestation to the data set under which it was furnished', () => {
      const rules = { parts: new Map([[PART, aPart(model({ attestation_required: true }))]]) };
      const input = anInput(BUNDLE, [record], { rules });
      const attestedTo = (slug: string) => (templateId: string) =>
        templateId === templateNamed(slug).id ? id(40) : null;
      const isRead = (slug: string) =>
        readRecords({ ...input, attestationOf: attestedTo(slug) }).some((one) => !one.excludedBy);
      expect(isRead(PART)).toBe(true);
      expect(isRead(BUNDLE)).toBe(false);
    });
  });
});

describe('a time of verification', () => {
  const latest = { ...valuesOf(IDENTITY), [STATUS]: 'verified late' };
  const last = { ...valuesOf(IDENTITY), [STATUS]: 'furnished late' };
  /** The record that was verified last is not the one that was furnished last. */
  const record = aTemplateRecord(IDENTITY, latest, {
    performedAt: NOW - 10 * DAY,
    furnishedAt: NOW - 9 * DAY,
    newest: {
      recordId: id(200),
      furnishedAt: NOW - 2 * DAY,
      text: JSON.stringify(last),
      statedBusiness: null,
    },
  });
  const output = templateNamed(IDENTITY).outputs.find(
    ({ source }) => source.kind === 'furnished' && source.field === TIME,
  );
  const read = (rules: Setting['rules'] = {}) =>
    readRecords(anInput(IDENTITY, [record], { rules })).map(({ known }) => known);

  test('decides which record of a furnisher is its newest, and how old it is', () => {
    expect(read()).toMatchObject([{ recordId: id(100), performedAt: NOW - 10 * DAY }]);
    const policy = selecting({ max_age_days: 9 }, IDENTITY);
    expect(judge([record], { rules: { policy } }, IDENTITY)).toEqual([{ verdict: 'too_old' }]);
  });

  test.each([
    { policy: aPolicyOn(IDENTITY, { field_name: output?.name, is_enabled: false }) },
    { policy: aPolicyOn(IDENTITY, { field_name: output?.name, accepted_values: ['x'] }) },
    { consent: aConsent({ consented_fields: `${IDENTITY}.${STATUS}` }) },
  ])('that is hidden decides nothing', (rules) => {
    expect(read(rules)).toMatchObject([
      { recordId: id(200), performedAt: NOW - 2 * DAY, otherRecordId: id(100) },
    ]);
  });
});

test('no accepted value is too large to be compared', () => {
  const stored = JSON.stringify('\u0001'.repeat(LONGEST_ACCEPTED_TEXT));
  expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(LARGE_BYTES);
  const { content } = splitUploads({ asset_type: 'x'.repeat(LARGE_BYTES) });
  const large = aTemplateRecord(ASSETS, content);
  expect(judge([large])).toEqual([{ verdict: 'chosen' }]);
  const rules = { policy: assetType({ accepted_values: ['house'] }) };
  expect(judge([large], { rules })).toMatchObject([{ verdict: 'value_not_accepted' }]);
});

test('no secret is decrypted to choose a record, except for accepted values', () => {
  const opened: unknown[] = [];
  const open: Setting['open'] = (dataset, field, value) => {
    opened.push([dataset, field, value]);
    return 'house';
  };
  const sealed = aTemplateRecord(ASSETS, { asset_type: 'sealed' });
  judge([sealed], { open });
  expect(opened).toEqual([]);
  const rules = { policy: assetType({ accepted_values: ['house'] }) };
  expect(judge([sealed], { rules, open })).toEqual([{ verdict: 'chosen' }]);
  expect(opened).toEqual([[ASSETS, 'asset_type', 'sealed']]);
});

describe('the decision on a template', () => {
  const decide = (
    slug: string,
    records: readonly Candidate[],
    setting: Setting = {},
    outputs?: Readonly<Record<string, unknown>>,
  ) => {
    const input = anInput(slug, records, setting);
    return templateDecisionOf({
      ...input,
      ...chooseGroups(input),
      outputs,
      omitted: [],
      answerHash: 'hash',
      furnishingEntityIds: [],
    });
  };

  test('has the records of each group, the times of the chosen ones and the absent outputs', () => {
    const outputs = { asset_type: 'house', housing_status_own_rent: 'own', other: null };
    const decision = decide(ASSETS, [ours, theirs], { attested: [FURNISHER] }, outputs);
    expect(decision).toEqual({
      ids: [FURNISHER, id(100), id(40), OTHER_FURNISHER, id(101)],
      models: {
        [ASSETS]: [
          [0, 0, 1, 2, 'chosen'],
          [0, 3, 4, null, 'outranked_by_record_id'],
        ],
      },
      template: {
        slug: ASSETS,
        absent: ['other'],
        times: { [ASSETS]: ours.performedAt },
        answer: 'hash',
      },
    });
  });

  test('has the legal name that the furnisher of a record stated', () => {
    const { ids, template } = decide(IDENTITY, [aTemplateRecord(IDENTITY, valuesOf(IDENTITY))]);
    expect(template).toMatchObject({ legalNames: [[0, ids.indexOf(FURNISHER), 'Example LLC']] });
  });

  test('of a bundle has the policy, consent and attestations of each data set', () => {
    const record = aTemplateRecord(PART, { [FIELD]: 'utility bill' });
    const consent = aConsent({ kind: 'consumer' });
    const part = aPart({ policy: aPolicy({ id: id(51), version: 3 }), consent });
    const rules = { parts: new Map([[PART, part]]) };
    const decision = decide(BUNDLE, [record], { rules, attested: [FURNISHER] });
    expect(decision).toMatchObject({ consents: [{ id: consent.consent_id }], bound: [null] });
    expect(decision.template?.parts).toMatchObject({
      [PART]: { rules: [[id(51), 3, 0]], attestations: [[0, 2]] },
      document_verification: { rules: [null] },
    });
  });
});
