import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  answerTo,
  anInput,
  aPart,
  aPolicyOn,
  aValue,
  valuesOf,
  type Setting,
} from '../../testing/template-input.js';
import type { TemplateValue } from './template-value.js';
import {
  aConsent,
  aPolicy,
  aSelection,
  FURNISHER,
  id,
  NOW,
  OTHER_FURNISHER,
} from '../../testing/builders.js';

const SNAPSHOT = 'consumer_credit_health_snapshot';
const BUNDLE = 'credit_history_bundle';
const INDICATOR = 'network_adverse_action_eligible_indicator';

const both = [FURNISHER, OTHER_FURNISHER];
const ours = valuesOf(SNAPSHOT, { value: 'current' });
const [first, ...rest] = ours;
const debtToIncome = aValue({ dataset: SNAPSHOT, field: 'debt_to_income_ratio' });

/** Two furnishers contribute to an answer. */
const mixed = [...(first ? [{ ...first, furnishingEntityId: OTHER_FURNISHER }] : []), ...rest];

const says = (value: boolean, change: Partial<TemplateValue> = {}) =>
  aValue({ dataset: SNAPSHOT, field: INDICATOR, value, ...change });

const theirs = { furnishingEntityId: OTHER_FURNISHER, recordId: id(101), furnishedAt: NOW };

const indicator = (values: readonly TemplateValue[], setting: Setting = {}, slug = SNAPSHOT) =>
  answerTo(anInput(slug, values, { attested: both, ...setting }))?.body[INDICATOR];

describe.each([SNAPSHOT, BUNDLE])('an adverse action on the answer of %s', (slug) => {
  const eligible = (values: readonly TemplateValue[], setting?: Setting) =>
    indicator(values, setting, slug);

  test('is allowed when no contributing furnisher denies it', () => {
    expect(eligible(mixed)).toBe(true);
    expect(eligible([...mixed, says(true)])).toBe(true);
    expect(eligible(mixed, { attested: [FURNISHER] })).toBe(false);
  });

  test('is denied by any contributing furnisher, even when another one allows it later', () => {
    expect(eligible([...ours, says(false)])).toBe(false);
    expect(eligible([...mixed, says(false), says(true, theirs)])).toBe(false);
    expect(eligible([...ours, says(false), says(true, theirs)])).toBe(false);
  });

  test('cannot be denied by a furnisher that contributes nothing', () => {
    expect(eligible([...ours, says(true), says(false, theirs)])).toBe(true);
  });

  test('cannot be allowed by a policy whose accepted values exclude a denial', () => {
    const policy = aPolicyOn(slug, { field_name: INDICATOR, accepted_values: [true] });
    expect(eligible([...ours, says(false)], { rules: { policy } })).toBe(false);
    expect(eligible([...ours, says(true)], { rules: { policy } })).toBe(true);
  });

  test('is denied, however old the denial is', () => {
    const policy = aPolicy({
      modelSelections: [aSelection({ model_name: slug, max_age_days: 60 })],
    });
    const old = says(false, { furnishedAt: 0 });
    expect(eligible([...ours, old], { rules: { policy } })).toBe(false);
  });

  test('is denied when the caller may not read the indicator of a furnisher', () => {
    const policy = aPolicyOn(slug, {
      field_name: INDICATOR,
      selected_provenance_option_ids: [FURNISHER],
    });
    expect(eligible(mixed, { rules: { policy } })).toBe(false);
    expect(eligible(ours, { rules: { policy } })).toBe(true);
  });
});

test('a bundle counts an indicator that is hidden in its own data set as denied', () => {
  const hidden = aPolicyOn(SNAPSHOT, { field_name: INDICATOR, is_enabled: false });
  const rules = { parts: new Map([[SNAPSHOT, aPart({ policy: hidden })]]) };
  expect(indicator([...ours, says(true)], { rules }, BUNDLE)).toBe(false);
});

test('a hidden indicator counts as denied also for a template under which no denial can be furnished', () => {
  const slug = 'total_consumer_liabilities';
  const [debt, ...debts] = valuesOf(slug);
  const values = debt ? [{ ...debt, furnishingEntityId: OTHER_FURNISHER }, ...debts] : [];
  const policy = aPolicyOn(slug, {
    field_name: INDICATOR,
    selected_provenance_option_ids: [FURNISHER],
  });
  expect(indicator(values, {}, slug)).toBe(true);
  expect(indicator(values, { rules: { policy } }, slug)).toBe(false);
});

test('there is no answer when the indicator of no furnisher is readable', () => {
  const consented_fields = ours.map(({ field }) => `${SNAPSHOT}.${field}`).join();
  const rules = { consent: aConsent({ consented_fields }) };
  expect(answerTo(anInput(SNAPSHOT, [...ours, says(true)], { rules }))).toBeUndefined();
});

test('hidden values change no byte of an answer', () => {
  const grantFor = (furnishing_entity_id: string, definitions: readonly string[]) => ({
    grant_id: id(90),
    furnishing_entity_id,
    field_definitions: [...definitions],
    effective_from: '2026-01-01T00:00:00.000Z',
    effective_to: null,
  });
  const names = [INDICATOR, ...ours.map(({ field }) => field)].map((name) => `${SNAPSHOT}.${name}`);
  const whose = fc.constantFrom(...both);
  const value = fc.record({
    field: fc.constantFrom(INDICATOR, debtToIncome.field, ...ours.map(({ field }) => field)),
    furnishingEntityId: whose,
    furnishedAt: fc.constantFrom(1, 2),
    value: fc.constantFrom('current', 'late'),
  });
  const stored = fc
    .uniqueArray(value, { selector: (one) => `${one.field} ${one.furnishingEntityId}` })
    .map((values) => values.map((one) => aValue({ dataset: SNAPSHOT, ...one })));
  const denials = fc.record({ ours: fc.option(fc.boolean()), theirs: fc.option(fc.boolean()) });
  const hidden = fc.record({ names: fc.subarray(names, { maxLength: 2 }), furnisher: whose });
  fc.assert(
    fc.property(
      stored,
      denials,
      denials,
      hidden,
      fc.constantFrom(SNAPSHOT, BUNDLE),
      (values, one, other, { names: away, furnisher }, slug) => {
        const left = names.filter((name) => !away.includes(name));
        const another = both.find((candidate) => candidate !== furnisher) ?? '';
        const consent = aConsent({
          field_access_grants: [grantFor(another, ['*']), grantFor(furnisher, left)],
        });
        const rules =
          slug === SNAPSHOT ? { consent } : { parts: new Map([[SNAPSHOT, aPart({ consent })]]) };
        const isHidden = ({ field, furnishingEntityId }: TemplateValue) =>
          furnishingEntityId === furnisher && away.includes(`${SNAPSHOT}.${field}`);
        const indicators = (said: typeof one) => [
          ...(said.ours === null ? [] : [says(said.ours)]),
          ...(said.theirs === null ? [] : [says(said.theirs, theirs)]),
        ];
        /** A pair of worlds with the same visible values and different hidden ones. */
        const world = (said: typeof one, noise: string) => [
          ...indicators(one).filter((known) => !isHidden(known)),
          ...indicators(said).filter(isHidden),
          ...[...mixed, ...values]
            .filter((known) => known.field !== INDICATOR)
            .map((known) => (isHidden(known) ? { ...known, value: noise } : known)),
        ];
        const answer = (said: typeof one, noise: string) =>
          JSON.stringify(answerTo(anInput(slug, world(said, noise), { rules, attested: both })));
        expect(answer(one, 'one')).toBe(answer(other, 'other'));
      },
    ),
  );
});
