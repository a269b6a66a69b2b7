import { describe, expect, test } from '@jest/globals';
import { TEMPLATES, templateBySlug } from '../datasets.js';
import type { Field } from '../fields/field.js';
import type { Output } from '../output.js';
import type { Template } from '../template.js';
import { answerOf, outputsOf, type AnswerParts } from './answer.js';
import { storedTemplate } from './stored-models.js';

const EXAMPLES: Readonly<Record<string, unknown>> = {
  boolean: false,
  'string[]': ['a', 'b'],
  amount: 1234.5,
  'amount-from-zero': 1234.5,
  quantity: 7,
  'date-time': '2025-03-01T10:00:00Z',
  'postal-code': 2139,
  'registration-number': 123456,
};
const exampleOf = (field: Field) => EXAMPLES[field.type] ?? 'text';

/** One furnished record for every template. */
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
  valueOf: AnswerParts['valueOf'],
  change: Partial<Pick<AnswerParts, 'isAttested' | 'isShown'>> = {},
) => {
  const { outputs, isAnswer } = answerOf(template, {
    queryId: 'the query',
    furnisherId: 'the furnisher',
    furnishedAt: '2025-04-01T00:00:00.000Z',
    isAttested: () => true,
    isShown: () => true,
    legalName: 'Acme LLC',
    valueOf,
    ...change,
  });
  return isAnswer ? outputs : undefined;
};

describe.each(TEMPLATES)('$slug', (template) => {
  test('has every output once everything was furnished', () => {
    const answer = ask(template, everything);
    expect(Object.keys(answer ?? {})).toEqual(template.outputs.map((output) => output.name));
    expect(Object.values(answer ?? {})).not.toContain(null);
  });

  test('is undefined when nothing was furnished', () => {
    expect(ask(template, () => undefined)).toBeUndefined();
  });

  test('is undefined without a required output', () => {
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
    aggregated_credit_accounts_outstanding_medical_debt: '1234.5',
    current_total_liabilities: '7407',
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
  ['paid as agreed', 'false'],
  ['0 days past due', 'false'],
  ['30_days_past_due', 'true'],
  ['120+ days late', 'true'],
  ['Charged-off', 'true'],
])('accounts with worst status %p are past due: %s, unless furnished', (status, expected) => {
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

test.each(['R9', 'not rated', '', 'see report'])(
  'accounts of worst status %p have no past-due statement',
  (status) => {
    const values = (dataset: string, field: string) => {
      if (field === 'any_currently_past_due_accounts_') return null;
      if (field.endsWith('worst_current_delinquency_status')) return status;
      return everything(dataset, field);
    };
    expect(ask(templateNamed('credit_history_bundle'), values)).toBeUndefined();
  },
);

test('a hidden output is null, and a required one leaves no answer', () => {
  const hide = (hidden: string) => ({ isShown: ({ name }: Output) => name !== hidden });
  const assets = templateNamed('total_consumer_assets');
  expect(ask(assets, everything, hide('asset_type'))).toMatchObject({ asset_type: null });
  const liabilities = templateNamed('total_consumer_liabilities');
  expect(ask(liabilities, everything, hide('current_total_liabilities'))).toBeUndefined();
});

test.each([true, false])(
  'an answer has the attestation of its furnishers as its indicator: %s',
  (is) => {
    expect(
      ask(templateNamed('total_consumer_liabilities'), everything, { isAttested: () => is }),
    ).toMatchObject({ network_adverse_action_eligible_indicator: is });
  },
);

test('has no statements without data', () => {
  const parts = templateNamed('kyc_certificate_bundle');
  const known = (dataset: string, field: string) =>
    dataset === 'address_verification' ? everything(dataset, field) : null;
  const outputs = outputsOf(parts, {
    queryId: '',
    furnisherId: '',
    furnishedAt: '',
    isAttested: () => true,
    isShown: () => true,
    legalName: null,
    valueOf: known,
  });
  expect(outputs).toMatchObject({
    is_address_verification_complete: 'true',
    is_document_capture_complete: null,
  });
});
