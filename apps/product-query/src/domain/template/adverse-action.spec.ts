import { describe, expect, test } from '@jest/globals';
import {
  answerTo,
  anInput,
  aPart,
  aPolicyOn,
  aTemplateRecord,
  recordsOf,
  valuesOf,
  type Setting,
} from '../../testing/template-input.js';
import { aConsent, FURNISHER, id, OTHER_FURNISHER } from '../../testing/builders.js';
import type { Candidate } from '../candidate.js';

const SNAPSHOT = 'consumer_credit_health_snapshot';
const BUNDLE = 'credit_history_bundle';
const LIABILITIES = 'total_consumer_liabilities';
const INDICATOR = 'network_adverse_action_eligible_indicator';

const both = [FURNISHER, OTHER_FURNISHER];
const health = valuesOf(SNAPSHOT);

/** A record that allows, denies or does not state the indicator. */
const says = (indicator: boolean | null, change: Partial<Candidate> = {}) =>
  aTemplateRecord(SNAPSHOT, { ...health, [INDICATOR]: indicator }, change);

const indicator = (records: readonly Candidate[], setting: Setting = {}, slug = SNAPSHOT) =>
  answerTo(anInput(slug, records, { attested: both, ...setting }))?.body[INDICATOR];

describe.each([SNAPSHOT, BUNDLE])('an adverse action on the answer of %s', (slug) => {
  const eligible = (records: readonly Candidate[], setting?: Setting) =>
    indicator(records, setting, slug);

  test('is allowed when the furnisher attested and does not deny it', () => {
    expect(eligible([says(null)])).toBe(true);
    expect(eligible([says(true)])).toBe(true);
    expect(eligible([says(null)], { attested: [] })).toBe(false);
  });

  test('is denied by the record that the answer uses', () => {
    expect(eligible([says(false)])).toBe(false);
  });

  test('cannot be denied by a furnisher that contributes nothing', () => {
    const other = { furnishingEntityId: OTHER_FURNISHER, recordId: id(101), furnishedAt: 0 };
    expect(eligible([says(true), says(false, other)])).toBe(true);
  });

  test('cannot be allowed by a policy whose accepted values exclude a denial', () => {
    const policy = aPolicyOn(slug, { field_name: INDICATOR, accepted_values: [true] });
    expect(eligible([says(false)], { rules: { policy } })).toBe(false);
    expect(eligible([says(true)], { rules: { policy } })).toBe(true);
  });
});

describe('an adverse action on the groups of two furnishers', () => {
  const SCORE = 'cashflow_based_credit_score';
  const score = Object.fromEntries(
    Object.entries(health).filter(([name]) => name.startsWith(SCORE)),
  );
  const others = Object.fromEntries(Object.entries(health).filter(([name]) => !(name in score)));
  const bureau = aTemplateRecord(SNAPSHOT, others);
  const bank = (indicator: boolean | null) =>
    aTemplateRecord(
      SNAPSHOT,
      { ...score, [INDICATOR]: indicator },
      { furnishingEntityId: OTHER_FURNISHER, recordId: id(101) },
    );

  test('needs the attestation of both', () => {
    expect(indicator([bureau, bank(null)])).toBe(true);
    expect(indicator([bureau, bank(null)], { attested: [FURNISHER] })).toBe(false);
    expect(indicator([bureau, bank(null)], { attested: [OTHER_FURNISHER] })).toBe(false);
  });

  test('is denied by either', () => {
    expect(indicator([bureau, bank(false)])).toBe(false);
  });

  test('is denied when the caller may not read the indicator of one', () => {
    const policy = aPolicyOn(SNAPSHOT, {
      field_name: INDICATOR,
      selected_provenance_option_ids: [FURNISHER],
    });
    expect(indicator([bureau, bank(null)], { rules: { policy } })).toBe(false);
    expect(indicator([says(null)], { rules: { policy } })).toBe(true);
  });
});

test('a bundle counts an indicator that is hidden in its own data set as denied', () => {
  const hidden = aPolicyOn(SNAPSHOT, { field_name: INDICATOR, is_enabled: false });
  const rules = { parts: new Map([[SNAPSHOT, aPart({ policy: hidden })]]) };
  expect(indicator([says(true)], { rules }, BUNDLE)).toBe(false);
});

test('there is no answer when the indicator of no furnisher is readable', () => {
  const policy = aPolicyOn(LIABILITIES, {
    field_name: INDICATOR,
    selected_provenance_option_ids: [OTHER_FURNISHER],
  });
  const records = recordsOf(LIABILITIES);
  expect(indicator(records, {}, LIABILITIES)).toBe(true);
  expect(answerTo(anInput(LIABILITIES, records, { rules: { policy } }))).toBeUndefined();
  const consented_fields = Object.keys(health)
    .map((field) => `${SNAPSHOT}.${field}`)
    .join();
  const rules = { consent: aConsent({ consented_fields }) };
  expect(answerTo(anInput(SNAPSHOT, [says(true)], { rules }))).toBeUndefined();
});
