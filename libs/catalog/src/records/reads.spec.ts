import { describe, expect, test } from '@jest/globals';
import { TEMPLATES, templateBySlug } from '../datasets.js';
import type { Template } from '../template.js';
import { denialsOf, groupPartsOf, isRead, partsOf, readsOf } from './reads.js';

function templateNamed(slug: string): Template {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

test('a bundle reads several templates and checks each value under its own names', () => {
  const bundle = templateNamed('kyc_certificate_bundle');
  expect(partsOf(bundle).map(({ slug }) => slug)).toEqual([
    'address_verification',
    'biometric_verification',
    'document_verification',
    'liveness_verification',
  ]);
  const reads = readsOf(bundle);
  expect(reads.every((read) => read.field === read.governedBy)).toBe(true);
});

describe.each(TEMPLATES)('the groups of $slug', (template) => {
  test('have each output once, and each field that the answer reads once', () => {
    const outputs = template.groups.flatMap((group) => group.outputs);
    expect(new Set(outputs)).toEqual(new Set(template.outputs));
    expect(outputs).toHaveLength(template.outputs.length);
    const parts = groupPartsOf(template);
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
    const reads = parts.flatMap((part) => part.reads);
    expect(new Set(reads)).toEqual(new Set(readsOf(template)));
    expect(reads).toHaveLength(readsOf(template).length);
  });

  test('are one group where the answer names one furnisher or one time', () => {
    const isOfOne = template.outputs.some(
      ({ source }) => source.kind === 'furnisher-id' || source.kind === 'furnished-at',
    );
    if (isOfOne) expect(template.groups).toHaveLength(1);
  });
});

test('a score can be of another institution than the debts', () => {
  const { groups } = templateNamed('consumer_credit_health_snapshot');
  expect(groups.map(({ name }) => name)).toEqual([
    'consumer_credit_health_snapshot',
    'cashflow_based_credit_score',
    'credit_based_credit_score',
  ]);
});

test('a value that only feeds a derived output is checked under the name of that output', () => {
  expect(readsOf(templateNamed('credit_history_bundle'))).toContainEqual({
    dataset: 'consumer_credit_health_snapshot',
    field: 'any_currently_past_due_accounts_',
    governedBy: 'any_currently_past_due_accounts_',
    isReturned: false,
  });
});

test('the denial of a furnisher is read, and is not part of an answer', () => {
  const indicator = 'network_adverse_action_eligible_indicator';
  for (const slug of ['consumer_credit_health_snapshot', 'credit_history_bundle']) {
    const template = templateNamed(slug);
    expect(denialsOf(template)).toEqual([
      expect.objectContaining({ dataset: 'consumer_credit_health_snapshot', field: indicator }),
    ]);
    expect(readsOf(template).map(({ field }) => field)).not.toContain(indicator);
  }
  expect(denialsOf(templateNamed('total_consumer_liabilities'))).toEqual([]);
});

describe('a furnished field is read', () => {
  test.each([
    ['consumer_credit_health_snapshot', 'network_adverse_action_eligible_indicator'],
    ['consumer_credit_health_snapshot', 'any_currently_past_due_accounts_'],
    ['total_consumer_assets', 'bank_statement_upload'],
  ])(
    'when an answer returns it, is computed from it or may be denied by it: %s.%s',
    (slug, field) => {
      expect(isRead(slug, field)).toBe(true);
    },
  );

  test.each([
    ['total_consumer_liabilities', 'raw_credit_report_json'],
    ['total_consumer_liabilities', 'pfm_aggregated_current_liabilities'],
    ['cashflow_snapshots_trends', 'bank_statement_json'],
    ['cashflow_snapshots_trends', 'bank_statement_upload'],
  ])('by no query when no answer uses it: %s.%s', (slug, field) => {
    expect(templateNamed(slug).furnish?.data.map(({ name }) => name)).toContain(field);
    expect(isRead(slug, field)).toBe(false);
  });
});

test('a derived output checks only the presence of an upload', () => {
  const large = new Set(
    TEMPLATES.flatMap(({ slug, furnish }) =>
      (furnish?.data ?? []).filter((field) => field.large).map(({ name }) => `${slug}.${name}`),
    ),
  );
  const derived = TEMPLATES.flatMap(({ outputs }) => outputs.map(({ source }) => source));
  let uploads = 0;
  for (const source of derived) {
    if (source.kind !== 'derived') continue;
    const given = (upload: string) =>
      source.from.map(({ dataset, field }) => {
        if (!large.has(`${dataset}.${field}`)) return '1.00';
        uploads += 1;
        return upload;
      });
    expect(source.compute(...given('one'))).toEqual(source.compute(...given('another')));
  }
  expect(uploads).toBeGreaterThan(0);
});
