import { describe, expect, test } from '@jest/globals';
import { differencesOf } from './differences.js';
import type { FieldRules, ModelRules, PolicyRules } from './rules.js';

const NAMES: Readonly<Record<string, string>> = { one: 'First Bank', two: 'Second Bank' };

function aField(rules: Partial<FieldRules> = {}): FieldRules {
  return {
    field_name: 'entity_type',
    is_enabled: true,
    is_required: false,
    accepted_values: null,
    selected_provenance_option_ids: [],
    ...rules,
  };
}

function aModel(rules: Partial<ModelRules> = {}): ModelRules {
  return {
    model_name: 'identity',
    is_enabled: true,
    is_required: false,
    attestation_required: false,
    name_match: 'report',
    disputed_data: 'mark',
    max_age_days: null,
    selected_provenance_option_ids: [],
    fields: [aField()],
    ...rules,
  };
}

function aPolicy(rules: Partial<PolicyRules> = {}): PolicyRules {
  return {
    consent: 'permissible_purpose',
    permissible_purposes: [],
    models: [aModel()],
    ...rules,
  };
}

/** Each difference as one line. */
function between(before: PolicyRules, after: PolicyRules): string[] {
  return differencesOf(before, after, (id) => NAMES[id] ?? id).map(
    ({ subject, effect, words }) => `${subject}: ${effect}: ${words}`,
  );
}

const withSources = (...selected_provenance_option_ids: string[]) =>
  aPolicy({ models: [aModel({ selected_provenance_option_ids })] });

const withFieldSources = (...selected_provenance_option_ids: string[]) =>
  aPolicy({ models: [aModel({ fields: [aField({ selected_provenance_option_ids })] })] });

const withPurposes = (...permissible_purposes: PolicyRules['permissible_purposes']) =>
  aPolicy({ permissible_purposes });

describe('the differences of two versions', () => {
  test('of the same rules are none', () => {
    expect(between(aPolicy(), aPolicy())).toEqual([]);
  });

  test.each([
    [[], ['one'], 'releases less: is taken from First Bank, before: any furnisher'],
    [['one'], [], 'releases more: is taken from any furnisher, before: First Bank'],
    [
      ['one'],
      ['one', 'two'],
      'releases more: is taken from First Bank, then Second Bank, before: First Bank',
    ],
    [
      ['one', 'two'],
      ['two', 'one'],
      'other source: is taken from Second Bank, then First Bank, before: First Bank, then Second Bank',
    ],
    [['one'], ['two'], 'other source: is taken from Second Bank, before: First Bank'],
  ])('of the sources %j and %j of a section', (before, after, words) => {
    expect(between(withSources(...before), withSources(...after))).toEqual([`Identity: ${words}`]);
  });

  test('of disputed records are what a version releases of them', () => {
    const marked = aPolicy();
    const excluded = aPolicy({ models: [aModel({ disputed_data: 'exclude' })] });
    expect(between(marked, excluded)).toEqual([
      'Identity: releases less: disputed records: not released, before: released with a mark',
    ]);
    expect(between(excluded, marked)).toEqual([
      'Identity: releases more: disputed records: released with a mark, before: not released',
    ]);
  });

  test('of the sources of a field name the sources of its section', () => {
    expect(between(withFieldSources(), withFieldSources('one'))).toEqual([
      'Identity · Entity type: releases less: is taken from First Bank, before: any source of the section',
    ]);
  });

  test('ignore the sources of fields that neither version releases', () => {
    const closed = (ids: string[]) =>
      aPolicy({ models: [aModel({ is_enabled: false, selected_provenance_option_ids: ids })] });
    expect(between(closed([]), closed(['one']))).toEqual([]);
  });

  test('of a section that is released with fewer sources are that it is released', () => {
    const before = aPolicy({ models: [aModel({ is_enabled: false })] });
    expect(between(before, withSources('one'))).toEqual([
      'Identity: releases more: is now released',
    ]);
  });

  test.each([
    [[], ['court_order'], 'releases less'],
    [['court_order'], [], 'releases more'],
    [['court_order'], ['court_order', 'employment'], 'releases more'],
    [['court_order', 'employment'], ['employment'], 'releases less'],
    [['court_order'], ['employment'], 'other purposes'],
  ] as const)('of the purposes %j and %j', (before, after, effect) => {
    expect(between(withPurposes(...before), withPurposes(...after))).toEqual([
      expect.stringContaining(`Every query: ${effect}: needs a consent in force, or`),
    ]);
  });

  test('are none for the same purposes in another order', () => {
    const before = withPurposes('court_order', 'employment');
    expect(between(before, withPurposes('employment', 'court_order'))).toEqual([]);
  });

  test('of the need of a consent are one, whatever the purposes', () => {
    const before = withPurposes('court_order');
    const after = aPolicy({ consent: 'required' });
    expect(between(before, after)).toEqual([
      'Every query: releases less: needs a consent of the subject in force, before: a consent in force, or a purpose: Court order',
    ]);
    expect(between(after, before)[0]).toContain('releases more');
    const withUnused = aPolicy({ consent: 'required', permissible_purposes: ['employment'] });
    expect(between(after, withUnused)).toEqual([]);
  });
});
