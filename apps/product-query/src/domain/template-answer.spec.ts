import { describe, expect, test } from '@jest/globals';
import type { NetworkSight } from './network-sight.js';
import { templateAnswer } from './template-answer.js';
import type { TemplateValue } from './template-value.js';
import {
  aConsent,
  aField,
  aPolicy,
  aSelection,
  aSight,
  aValue,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
  templateNamed,
} from './test-builders.js';
import { chooseValues, visibleValues } from './visible-values.js';

const LIABILITIES = 'total_consumer_liabilities';
const TOTAL = 'current_total_liabilities';
const INDICATOR = 'network_adverse_action_eligible_indicator';

const debts = templateNamed(LIABILITIES).outputs.flatMap(({ name, source }) =>
  source.kind === 'furnished' ? [aValue({ dataset: LIABILITIES, field: name, value: '1.10' })] : [],
);

function answer(
  values: readonly TemplateValue[],
  {
    slug = LIABILITIES,
    sight,
    attested = [],
  }: { slug?: string; sight?: Partial<NetworkSight>; attested?: readonly string[] } = {},
) {
  const shared = {
    template: templateNamed(slug),
    sights: new Map([[NETWORK, aSight(sight)]]),
    attested: new Set(attested),
    open: ({ value }: TemplateValue) => value,
  };
  const visible = visibleValues({ ...shared, values, now: NOW });
  const choice = chooseValues(visible);
  return templateAnswer({ ...shared, choice, queryId: id(1), request: {} });
}

const withField = (field: Parameters<typeof aField>[0], slug = LIABILITIES) => ({
  policy: aPolicy({
    modelSelections: [aSelection({ model_name: slug, field_selections: [aField(field)] })],
  }),
});

describe('the answer of a template', () => {
  test('derives its totals, exact to the cent', () => {
    expect(answer(debts)?.body).toMatchObject({ [TOTAL]: '6.60' });
  });

  test('names every furnisher whose value is in it, and is attested when all of them attested', () => {
    const [first, ...rest] = debts;
    const mixed = first ? [{ ...first, furnishingEntityId: OTHER_FURNISHER }, ...rest] : [];
    const both = [FURNISHER, OTHER_FURNISHER];
    expect([...(answer(mixed)?.furnishingEntityIds ?? [])].sort()).toEqual(both);
    expect(answer(mixed, { attested: both })?.body).toMatchObject({ [INDICATOR]: true });
    expect(answer(mixed, { attested: [FURNISHER] })?.body).toMatchObject({ [INDICATOR]: false });
  });

  test('is that of the newest record, of two furnished at once the lowest', () => {
    const slug = 'total_consumer_assets';
    const older = aValue();
    const newer = aValue({
      field: 'housing_status_own_rent',
      furnishedAt: NOW,
      recordId: id(200),
      furnishingEntityId: OTHER_FURNISHER,
    });
    const furnisher = (...values: TemplateValue[]) =>
      answer(values, { slug })?.body['network_furnisher_id'];
    expect(furnisher(older, newer)).toBe(OTHER_FURNISHER);
    expect(furnisher(newer, { ...older, furnishedAt: NOW })).toBe(FURNISHER);
  });
});

describe('there is no answer', () => {
  test('when nothing may be seen', () => {
    expect(answer([])).toBeUndefined();
  });

  test('when a required output is missing, not enabled, not consented or not accepted', () => {
    expect(answer(debts)).toBeDefined();
    expect(answer(debts.slice(1))).toBeUndefined();
    const debt = debts[0]?.field ?? '';
    const sights = [
      withField({ field_name: debt, is_enabled: false }),
      // What is made from data is governed by its own name, too.
      withField({ field_name: TOTAL, is_enabled: false }),
      withField({ field_name: TOTAL, accepted_values: ['0.00'] }),
      withField({ field_name: INDICATOR, is_enabled: false }),
      {
        consent: aConsent({
          consented_fields: debts.map(({ field }) => `${LIABILITIES}.${field}`).join(),
        }),
      },
    ];
    expect(sights.map((sight) => answer(debts, { sight }))).toEqual(sights.map(() => undefined));
    expect(
      answer(debts, { sight: withField({ field_name: TOTAL, accepted_values: ['6.60'] }) }),
    ).toBeDefined();
  });

  test('when the policy requires an optional field that nobody furnished', () => {
    const slug = 'total_consumer_assets';
    const required = (field_name: string) => ({
      slug,
      sight: withField({ field_name, is_required: true }, slug),
    });
    expect(answer([aValue()], required('asset_type'))).toBeDefined();
    expect(answer([aValue()], required('housing_status_own_rent'))).toBeUndefined();
  });
});

test('a furnisher that denies adverse action is not overruled by hiding that it does', () => {
  const slug = 'consumer_credit_health_snapshot';
  const values = templateNamed(slug).outputs.flatMap(({ name, source }) =>
    source.kind === 'furnished' ? [aValue({ dataset: slug, field: name, value: 'text' })] : [],
  );
  const denial = aValue({ dataset: slug, field: INDICATOR, value: false });
  const attested = [FURNISHER];
  expect(answer([...values, denial], { slug, attested })?.body).toMatchObject({
    [INDICATOR]: false,
  });
  const consented_fields = values.map(({ field }) => `${slug}.${field}`).join();
  const sight = { consent: aConsent({ consented_fields }) };
  expect(answer([...values, denial], { slug, attested, sight })).toBeUndefined();
});
