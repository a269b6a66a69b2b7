import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { NetworkSight } from './network-sight.js';
import {
  aConsent,
  aField,
  aPolicy,
  aSelection,
  aSight,
  aValue,
  DAY,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
  OTHER_NETWORK,
  templateNamed,
} from './test-builders.js';
import type { TemplateValue } from './template-value.js';
import { chooseValues, visibleValues } from './visible-values.js';

const template = templateNamed('total_consumer_assets');
const KEY = 'total_consumer_assets.asset_type';

interface Setting {
  readonly sight?: Partial<NetworkSight>;
  readonly attested?: readonly string[];
  readonly open?: (value: TemplateValue) => unknown;
}

function visible(values: readonly TemplateValue[], setting: Setting = {}) {
  return visibleValues({
    template,
    values,
    sights: new Map([[NETWORK, aSight(setting.sight)]]),
    attested: new Set(setting.attested),
    open: setting.open ?? (({ value }) => value),
    now: NOW,
  });
}

const chosen = (values: readonly TemplateValue[], setting?: Setting) =>
  chooseValues(visible(values, setting)).get(KEY);

const policy = (selection: Parameters<typeof aSelection>[0]) => ({
  sight: {
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

  test('takes the preferred source, then the latest, then the lowest record', () => {
    const later = { ...theirs, furnishedAt: NOW };
    expect(chosen([ours, later])).toMatchObject(later);
    expect(chosen([ours, theirs])).toMatchObject(ours);
    const both = [FURNISHER, OTHER_FURNISHER];
    expect(chosen([ours, later], policy({ selected_provenance_option_ids: both }))).toMatchObject(
      ours,
    );
    // A field's own order goes before its model's.
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

describe('a value is not seen', () => {
  test.each([
    ['of a disabled template', policy({ is_enabled: false })],
    ['of a source that is not selected', policy({ selected_provenance_option_ids: [id(9)] })],
    ['that is older than the policy allows', policy({ max_age_days: 29 })],
    ['of a furnisher that did not attest', policy({ attestation_required: true })],
    ['of a disabled field', field({ is_enabled: false })],
    ['that is not accepted', field({ accepted_values: ['boat'] })],
    [
      'of a source that is not selected for its field',
      field({ selected_provenance_option_ids: [id(9)] }),
    ],
    [
      'that was not consented to',
      {
        sight: {
          consent: aConsent({ consented_fields: `${template.slug}.housing_status_own_rent` }),
        },
      },
    ],
  ])('%s', (_, setting: Setting) => {
    expect(visible([ours])).toHaveLength(1);
    expect(visible([ours], setting)).toEqual([]);
  });

  test('of a network that consent closes', () => {
    expect(visible([{ ...ours, networkId: OTHER_NETWORK }])).toEqual([]);
  });

  test('that no output is made of', () => {
    expect(visible([{ ...ours, field: 'social_security_number' }])).toEqual([]);
  });
});

describe('a value is seen', () => {
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

test('no secret is opened to decide what may be seen, but for a list of accepted values', () => {
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

test('a policy that allows 29 days is about when a value was furnished', () => {
  const fresh = { ...ours, furnishedAt: NOW - 29 * DAY };
  expect(visible([ours, fresh], policy({ max_age_days: 29 }))).toMatchObject([fresh]);
});
