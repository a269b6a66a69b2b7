import { describe, expect, test } from '@jest/globals';
import { TEMPLATES, templateBySlug } from '../datasets.js';
import type { Field } from '../fields/field.js';
import type { Template } from '../template.js';
import { answerOf, readsOf } from './answer.js';
import { storedTemplate } from './stored-models.js';

const EXAMPLES: Readonly<Record<string, unknown>> = {
  boolean: false,
  'string[]': ['a', 'b'],
  amount: 1234.5,
  quantity: 7,
  'date-time': '2025-03-01T10:00:00Z',
  'postal-code': 2139,
  'registration-number': 123456,
};
const exampleOf = (field: Field) => EXAMPLES[field.type] ?? 'text';

/** What was furnished under every template, one record each. */
const furnished = new Map(
  TEMPLATES.map((one) => {
    const data = one.furnish?.data ?? [];
    const request = Object.fromEntries(data.map((field) => [field.name, exampleOf(field)]));
    return [one.slug, storedTemplate(one, request)[one.slug]] as const;
  }),
);

const everything = (dataset: string, field: string) => furnished.get(dataset)?.[field];

function templateNamed(slug: string): Template {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

const ask = (
  template: Template,
  valueOf: (dataset: string, field: string) => unknown,
  isAttested = true,
) =>
  answerOf(template, {
    queryId: 'the query',
    furnisherId: 'the furnisher',
    furnishedAt: '2025-04-01T00:00:00.000Z',
    isAttested,
    input: { business_legal_name: 'Acme LLC' },
    valueOf,
  });

describe.each(TEMPLATES)('$slug', (template) => {
  test('answers with every output once everything was furnished', () => {
    const answer = ask(template, everything);
    expect(Object.keys(answer ?? {})).toEqual(template.outputs.map((output) => output.name));
    expect(Object.values(answer ?? {})).not.toContain(null);
  });

  test('has no answer when nothing was furnished', () => {
    expect(ask(template, () => undefined)).toBeUndefined();
  });

  test('has no answer without a required output', () => {
    for (const { name, required, source } of template.outputs) {
      if (!required || source.kind !== 'furnished') continue;
      const without = (dataset: string, field: string) =>
        dataset === source.dataset && field === source.field ? null : everything(dataset, field);
      expect([name, ask(template, without)]).toEqual([name, undefined]);
    }
  });
});

test('amounts are decimal strings and the total of the liabilities is their sum', () => {
  const answer = ask(templateNamed('total_consumer_liabilities'), everything);
  expect(answer).toMatchObject({
    aggregated_credit_accounts_outstanding_medical_debt: '1234.50',
    current_total_liabilities: '7407.00',
  });
});

test('a count of days is returned as a string without decimals', () => {
  expect(ask(templateNamed('cashflow_snapshots_trends'), everything)).toMatchObject({
    bank_account_number_of_days_with_negative_account_balance_in_last_30_days: '7',
    bank_account_last_update_date: '2025-04-01T00:00:00.000Z',
  });
});

test.each([
  ['current', 'false'],
  ['30_days_past_due', 'true'],
])('accounts of worst status %p are past due: %s, unless furnished', (status, expected) => {
  const bundle = templateNamed('credit_history_bundle');
  const values = (pastDue: string | null) => (dataset: string, field: string) => {
    if (field === 'any_currently_past_due_accounts_') return pastDue;
    if (field.endsWith('worst_current_delinquency_status')) return status;
    return everything(dataset, field);
  };
  expect(ask(bundle, values(null))).toMatchObject({ any_currently_past_due_accounts_: expected });
  expect(ask(bundle, values('unknown'))).toMatchObject({
    any_currently_past_due_accounts_: 'unknown',
  });
});

test('a furnisher of a snapshot may say that it grounds no adverse action', () => {
  const snapshot = templateNamed('consumer_credit_health_snapshot');
  const indicator = 'network_adverse_action_eligible_indicator';
  expect(ask(snapshot, everything)).toMatchObject({ [indicator]: false });
  const unsaid = (dataset: string, field: string) =>
    field === indicator ? null : everything(dataset, field);
  expect(ask(snapshot, unsaid)).toMatchObject({ [indicator]: true });
});

test('an answer that no attestation stands behind grounds no adverse action', () => {
  const liabilities = templateNamed('total_consumer_liabilities');
  const indicator = 'network_adverse_action_eligible_indicator';
  expect(ask(liabilities, everything, true)).toMatchObject({ [indicator]: true });
  expect(ask(liabilities, everything, false)).toMatchObject({ [indicator]: false });
});

test('a bundle reads several templates and governs each value by its own names', () => {
  const reads = readsOf(templateNamed('kyc_certificate_bundle'));
  expect(new Set(reads.map((read) => read.dataset)).size).toBe(4);
  expect(reads.every((read) => read.field === read.governedBy)).toBe(true);
});
