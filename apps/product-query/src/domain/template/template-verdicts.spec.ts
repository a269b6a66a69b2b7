import type { Verdict } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { anInput, aPart, aValue, type Setting } from '../../testing/template-input.js';
import { judgeValues } from './choose-values.js';
import { templateDecisionOf } from '../decision/template-decision.js';
import type { TemplateValue } from './template-value.js';
import { visibleValues } from './visible-values.js';
import {
  aConsent,
  aField,
  aPolicy,
  aSelection,
  FURNISHER,
  id,
  NETWORK,
  OTHER_FURNISHER,
} from '../../testing/builders.js';

const ASSETS = 'total_consumer_assets';
const BUNDLE = 'kyc_certificate_bundle';
const PART = 'address_verification';
const FIELD = 'address_verification_method_type';

const selecting = (change: Parameters<typeof aSelection>[0], slug = ASSETS) =>
  aPolicy({ modelSelections: [aSelection({ model_name: slug, ...change })] });
const assetType = (change: Parameters<typeof aField>[0]) =>
  selecting({ field_selections: [aField({ field_name: 'asset_type', ...change })] });

const ours = aValue();
const theirs = aValue({ furnishingEntityId: OTHER_FURNISHER, recordId: id(101) });

const judge = (values: readonly TemplateValue[], setting?: Setting, slug = ASSETS) =>
  judgeValues(anInput(slug, values, setting)).judgements;

describe('a verdict on a value', () => {
  test.each<[Verdict, Setting['rules']]>([
    ['chosen', {}],
    [
      'consent_scope',
      { consent: aConsent({ consented_fields: `${ASSETS}.housing_status_own_rent` }) },
    ],
    ['grant', { consent: aConsent({ field_access_grants: [] }) }],
    ['not_enabled', { policy: selecting({ is_enabled: false }) }],
    ['not_enabled', { policy: assetType({ is_enabled: false }) }],
    [
      'source_not_accepted',
      { policy: selecting({ selected_provenance_option_ids: [OTHER_FURNISHER] }) },
    ],
    [
      'source_not_accepted',
      { policy: assetType({ selected_provenance_option_ids: [OTHER_FURNISHER] }) },
    ],
    ['attestation_missing', { policy: selecting({ attestation_required: true }) }],
    ['too_old', { policy: selecting({ max_age_days: 29 }) }],
    ['value_not_accepted', { policy: assetType({ accepted_values: ['boat'] }) }],
  ])('%s is reached, and only a chosen value is visible', (verdict, rules) => {
    const input = anInput(ASSETS, [ours], rules && { rules });
    expect(judgeValues(input).judgements).toMatchObject([{ verdict }]);
    expect(visibleValues(input)).toHaveLength(verdict === 'chosen' ? 1 : 0);
  });

  test.each<[Verdict, TemplateValue, Setting['rules']]>([
    [
      'outranked_by_source_order',
      theirs,
      { policy: selecting({ selected_provenance_option_ids: [FURNISHER, OTHER_FURNISHER] }) },
    ],
    ['outranked_by_furnishing_time', { ...theirs, furnishedAt: ours.furnishedAt - 1 }, {}],
    ['outranked_by_record_id', theirs, {}],
  ])('%s names the criterion between two values', (verdict, other, rules = {}) => {
    expect(judge([other, ours], { rules })).toMatchObject([
      { value: { recordId: other.recordId }, verdict },
      { value: { recordId: ours.recordId }, verdict: 'chosen' },
    ]);
  });

  describe('in a bundle', () => {
    const value = aValue({ dataset: PART, field: FIELD });
    const inBundle = (part: Parameters<typeof aPart>[0], rules: Setting['rules'] = {}) =>
      judge([value], { rules: { ...rules, parts: new Map([[PART, aPart(part)]]) } }, BUNDLE);

    test('names the data set whose policy excludes it', () => {
      const policy = selecting({ is_enabled: false }, PART);
      expect(inBundle({ policy })).toMatchObject([{ verdict: 'not_enabled', excludedIn: PART }]);
    });

    test('is the first rule of all policies', () => {
      const part = { policy: selecting({ max_age_days: 1, attestation_required: true }, PART) };
      const own = { policy: selecting({ is_enabled: false }, BUNDLE) };
      expect(inBundle(part, own)).toMatchObject([{ verdict: 'not_enabled', excludedIn: BUNDLE }]);
      expect(inBundle(part)).toMatchObject([{ verdict: 'attestation_missing', excludedIn: PART }]);
    });

    test('is dataset_closed where consents close its data set', () => {
      const closed = judge([value], { rules: { parts: new Map() } }, BUNDLE);
      expect(closed).toMatchObject([{ verdict: 'dataset_closed', excludedIn: PART }]);
    });
  });
});

describe('the decision on a template', () => {
  const decide = (
    slug: string,
    values: readonly TemplateValue[],
    setting: Setting = {},
    outputs?: Readonly<Record<string, unknown>>,
  ) => {
    const input = anInput(slug, values, setting);
    const subjects = [
      { networkId: NETWORK, subjectId: id(80), matchHashes: [], legalName: 'Example LLC' },
    ];
    const judged = judgeValues(input);
    return templateDecisionOf({
      ...input,
      ...judged,
      outputs,
      subjects,
      answerHash: 'hash',
      furnishingEntityIds: [],
    });
  };

  test('groups the values of a record that have the same verdict', () => {
    const housing = { ...ours, field: 'housing_status_own_rent', value: 'own' };
    const outputs = { asset_type: 'house', housing_status_own_rent: 'own', other: null };
    const decision = decide(ASSETS, [ours, housing, theirs], { attested: [FURNISHER] }, outputs);
    expect(decision).toEqual({
      ids: [FURNISHER, id(100), id(40), OTHER_FURNISHER, id(101)],
      models: {},
      template: {
        slug: ASSETS,
        fields: ['asset_type', 'housing_status_own_rent', 'other'],
        values: {
          [ASSETS]: [
            [0, 0, 1, 2, 'chosen', [0, 1]],
            [0, 3, 4, null, 'outranked_by_record_id', [0]],
          ],
        },
        absent: [2],
        answer: 'hash',
      },
    });
  });

  test('has the records that may deny the answer, and the legal name that no record has', () => {
    const denial = aValue({
      dataset: 'consumer_credit_health_snapshot',
      field: 'network_adverse_action_eligible_indicator',
      value: false,
    });
    expect(decide('consumer_credit_health_snapshot', [denial]).template).toMatchObject({
      values: {},
      denials: [[0, 0, 1, 'consumer_credit_health_snapshot', 0]],
    });
    expect(decide('business_identity_verification', []).template).toMatchObject({
      legalNames: ['Example LLC'],
    });
  });

  test('of a bundle has the policy, consent and attestations of each data set', () => {
    const value = aValue({ dataset: PART, field: FIELD });
    const consent = aConsent({ kind: 'consumer' });
    const part = aPart({ policy: aPolicy({ id: id(51), version: 3 }), consent });
    const rules = { parts: new Map([[PART, part]]) };
    const decision = decide(BUNDLE, [value], { rules, attested: [FURNISHER] });
    expect(decision).toMatchObject({ consents: [{ id: consent.consent_id }], bound: [null] });
    expect(decision.template?.parts).toMatchObject({
      [PART]: { rules: [[id(51), 3, 0]], attestations: [[0, 2]] },
      document_verification: { rules: [null] },
    });
  });
});
