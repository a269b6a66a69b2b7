import { describe, expect, test } from '@jest/globals';
import {
  answerTo,
  anInput,
  aPolicyOn,
  aValue,
  valuesOf,
  type Setting,
} from '../../testing/template-input.js';
import type { TemplateValue } from './template-value.js';
import { aConsent, FURNISHER, id, NOW, OTHER_FURNISHER } from '../../testing/builders.js';

const LIABILITIES = 'total_consumer_liabilities';
const TOTAL = 'current_total_liabilities';
const INDICATOR = 'network_adverse_action_eligible_indicator';

const debts = valuesOf(LIABILITIES);

const answer = (
  values: readonly TemplateValue[],
  { slug = LIABILITIES, ...setting }: Setting & { slug?: string } = {},
) => answerTo(anInput(slug, values, setting));

const withField = (field: Parameters<typeof aPolicyOn>[1], slug = LIABILITIES) => ({
  policy: aPolicyOn(slug, field),
});

describe('the answer of a template', () => {
  test('has totals that are exact to the cent', () => {
    expect(answer(debts)?.body).toMatchObject({ [TOTAL]: '6.6' });
  });

  test('names every contributing furnisher, and is attested when all of them attested', () => {
    const [first, ...rest] = debts;
    const mixed = first ? [{ ...first, furnishingEntityId: OTHER_FURNISHER }, ...rest] : [];
    const both = [FURNISHER, OTHER_FURNISHER];
    expect([...(answer(mixed)?.furnishingEntityIds ?? [])].sort()).toEqual(both);
    expect(answer(mixed, { attested: both })?.body).toMatchObject({ [INDICATOR]: true });
    expect(answer(mixed, { attested: [FURNISHER] })?.body).toMatchObject({ [INDICATOR]: false });
  });

  test('has the newest value; of two furnished at once, the one with the lowest record id', () => {
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

  test('has furnished values, even when the policy restricts computed values', () => {
    const slug = 'credit_history_bundle';
    const field = 'any_currently_past_due_accounts_';
    const values = valuesOf(slug).map((value) => ({ ...value, value: 'current' }));
    const pastDue = aValue({ dataset: 'consumer_credit_health_snapshot', field, value: 'true' });
    const rules = withField({ field_name: field, accepted_values: ['false'] }, slug);
    expect(answer([...values, pastDue], { slug, rules })?.body).toMatchObject({ [field]: 'true' });
    expect(
      answer(debts, { rules: withField({ field_name: TOTAL, accepted_values: ['0.00'] }) })?.body,
    ).toMatchObject({ [TOTAL]: '6.6' });
  });
});

describe('there is no answer', () => {
  test('when nothing is readable', () => {
    expect(answer([])).toBeUndefined();
  });

  test('when a required output is missing, disabled, not consented or not accepted', () => {
    expect(answer(debts)).toBeDefined();
    expect(answer(debts.slice(1))).toBeUndefined();
    const debt = debts[0]?.field ?? '';
    const rulesByNetwork = [
      withField({ field_name: debt, is_enabled: false }),
      withField({ field_name: debt, accepted_values: ['0.00'] }),
      // Computed outputs also have rules under their own name.
      withField({ field_name: TOTAL, is_enabled: false }),
      withField({ field_name: INDICATOR, is_enabled: false }),
      {
        consent: aConsent({
          consented_fields: debts.map(({ field }) => `${LIABILITIES}.${field}`).join(),
        }),
      },
    ];
    expect(rulesByNetwork.map((rules) => answer(debts, { rules }))).toEqual(
      rulesByNetwork.map(() => undefined),
    );
  });

  test('when the policy requires an optional field without a furnished value', () => {
    const slug = 'total_consumer_assets';
    const required = (field_name: string) => ({
      slug,
      rules: withField({ field_name, is_required: true }, slug),
    });
    expect(answer([aValue()], required('asset_type'))).toBeDefined();
    expect(answer([aValue()], required('housing_status_own_rent'))).toBeUndefined();
  });
});
