import { LONGEST_ACCEPTED_TEXT } from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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
import {
  anInput,
  aPart,
  aPolicyOn,
  aValue,
  templateNamed,
  type Setting,
} from '../../testing/template-input.js';
import { LARGE_BYTES, type TemplateValue } from './template-value.js';
import { chooseValues } from './choose-values.js';
import { visibleValues } from './visible-values.js';

const template = templateNamed('total_consumer_assets');
const KEY = 'total_consumer_assets.asset_type';

const visible = (values: readonly TemplateValue[], setting?: Setting) =>
  visibleValues(anInput(template.slug, values, setting));

const chosen = (values: readonly TemplateValue[], setting?: Setting) =>
  chooseValues(visible(values, setting)).get(KEY);

const policy = (selection: Parameters<typeof aSelection>[0]) => ({
  rules: {
    policy: aPolicy({ modelSelections: [aSelection({ model_name: template.slug, ...selection })] }),
  },
});
const field = (selection: Parameters<typeof aField>[0]) =>
  policy({ field_selections: [aField({ field_name: 'asset_type', ...selection })] });

const ours = aValue();
const theirs = aValue({ furnishingEntityId: OTHER_FURNISHER, recordId: id(101), value: 'boat' });

describe('the choice of a value', () => {
  test('does not depend on the order in which values are read', () => {
    const value = fc.record({
      field: fc.constantFrom('asset_type', 'housing_status_own_rent'),
      furnishedAt: fc.constantFrom(1, 2),
      recordId: fc.integer({ min: 1, max: 1_000 }).map(id),
      furnishingEntityId: fc.constantFrom(FURNISHER, OTHER_FURNISHER),
    });
    const values = fc
      .uniqueArray(value, { selector: (one) => one.recordId, minLength: 1 })
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      );
    const sources = fc.subarray([FURNISHER, OTHER_FURNISHER]);
    fc.assert(
      fc.property(values, sources, ([all, shuffled], preferred) => {
        const setting = policy({ selected_provenance_option_ids: preferred });
        const choose = (list: typeof all) =>
          [...chooseValues(visible(list.map(aValue), setting))].sort(([a], [b]) =>
            a < b ? -1 : 1,
          );
        expect(choose(shuffled)).toEqual(choose(all));
      }),
    );
  });

  test('selects the preferred source, then the latest, then the lowest record', () => {
    const later = { ...theirs, furnishedAt: NOW };
    expect(chosen([ours, later])).toMatchObject(later);
    expect(chosen([ours, theirs])).toMatchObject(ours);
    const both = [FURNISHER, OTHER_FURNISHER];
    expect(chosen([ours, later], policy({ selected_provenance_option_ids: both }))).toMatchObject(
      ours,
    );
    // The order of a field takes precedence over the order of its model.
    expect(
      chosen(
        [ours, theirs],
        policy({
          selected_provenance_option_ids: both,
          field_selections: [
            aField({
              field_name: 'asset_type',
              selected_provenance_option_ids: [OTHER_FURNISHER, FURNISHER],
            }),
          ],
        }),
      ),
    ).toMatchObject(theirs);
  });
});

describe('a value is hidden', () => {
  test('of a network that consent closes', () => {
    expect(visible([{ ...ours, networkId: OTHER_NETWORK }])).toEqual([]);
  });

  test('when no output uses it', () => {
    expect(visible([{ ...ours, field: 'social_security_number' }])).toEqual([]);
  });
});

describe('a value is visible', () => {
  test.each([
    ['within the age that the policy allows', policy({ max_age_days: 30 })],
    [
      'of a furnisher that attested',
      { ...policy({ attestation_required: true }), attested: [FURNISHER] },
    ],
    ['that is accepted', field({ accepted_values: ['house'] })],
  ])('%s', (_, setting: Setting) => {
    expect(visible([ours], setting)).toHaveLength(1);
  });
});

describe('a value that a bundle reads', () => {
  const part = 'address_verification';
  const name = 'address_verification_method_type';
  const value = aValue({ dataset: part, field: name });
  const read = (rules?: Setting['rules'], attested?: string[]) =>
    visibleValues(anInput('kyc_certificate_bundle', [value], { rules, attested }));
  const where = (change: Parameters<typeof aPart>[0]) => ({
    parts: new Map([[part, aPart(change)]]),
  });
  const model = (selection: Parameters<typeof aSelection>[0]) =>
    where({
      policy: aPolicy({ modelSelections: [aSelection({ model_name: part, ...selection })] }),
    });
  const rule = (selection: Parameters<typeof aField>[0]) =>
    where({ policy: aPolicyOn(part, { field_name: name, ...selection }) });

  test.each([
    ['consent closes', { parts: new Map() }],
    ['consent does not name it', where({ consent: aConsent({ consented_fields: 'x.y' }) })],
    ['the policy disables the data set', model({ is_enabled: false })],
    ['the policy takes it from others', model({ selected_provenance_option_ids: [id(9)] })],
    ['the policy asks for an attestation', model({ attestation_required: true })],
    ['the policy asks for newer data', model({ max_age_days: 29 })],
    ['the policy disables the field', rule({ is_enabled: false })],
    ['the policy takes the field from others', rule({ selected_provenance_option_ids: [id(9)] })],
    ['the policy does not accept it', rule({ accepted_values: ['boat'] })],
  ])('is hidden in its own data set when %s', (_, rules) => {
    expect(read()).toHaveLength(1);
    expect(read(rules)).toEqual([]);
  });

  test('is hidden when the policy of the bundle hides it', () => {
    const policy = aPolicyOn('kyc_certificate_bundle', { field_name: name, is_enabled: false });
    expect(read({ policy })).toEqual([]);
  });

  test.each([
    ['consent names it', where({ consent: aConsent({ consented_fields: `${part}.${name}` }) })],
    ['its furnisher attested', model({ attestation_required: true })],
    ['the policy accepts it', rule({ accepted_values: ['house'] })],
  ])('is visible when %s', (_, rules) => {
    expect(read(rules, [FURNISHER])).toHaveLength(1);
  });

  test('requires the attestation to the data set under which it was furnished', () => {
    const input = anInput('kyc_certificate_bundle', [value], {
      rules: model({ attestation_required: true }),
    });
    const attestedTo = (slug: string) => (templateId: string) =>
      templateId === templateNamed(slug).id ? id(40) : null;
    const seen = (slug: string) => visibleValues({ ...input, attestationOf: attestedTo(slug) });
    expect(seen(part)).toHaveLength(1);
    expect(seen('kyc_certificate_bundle')).toEqual([]);
  });
});

test('no accepted value is too large to be compared', () => {
  const stored = JSON.stringify('\u0001'.repeat(LONGEST_ACCEPTED_TEXT));
  expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(LARGE_BYTES);
  const large = { ...ours, value: undefined, isLarge: true };
  expect(visible([large])).toHaveLength(1);
  expect(visible([large], field({ accepted_values: ['house'] }))).toEqual([]);
});

test('no secret is decrypted to decide visibility, except for accepted values', () => {
  const opened: TemplateValue[] = [];
  const open = (value: TemplateValue) => {
    opened.push(value);
    return 'house';
  };
  visible([ours], { open });
  visible([ours], { ...field({}), open });
  expect(opened).toEqual([]);
  const sealed = { ...ours, value: 'sealed' };
  expect(visible([sealed], { ...field({ accepted_values: ['house'] }), open })).toHaveLength(1);
  expect(opened).toEqual([sealed]);
});

test('a maximum age of 29 days applies to the time of furnishing', () => {
  const fresh = { ...ours, furnishedAt: NOW - 29 * DAY };
  expect(visible([ours, fresh], policy({ max_age_days: 29 }))).toMatchObject([fresh]);
});
