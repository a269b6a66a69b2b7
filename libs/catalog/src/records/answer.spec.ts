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
const exampleOf = (field: Field) =>
  field.name.startsWith('is_') ? true : (EXAMPLES[field.type] ?? 'text');

/** One furnished record for every template. */
const furnished = new Map(
  TEMPLATES.map((one) => {
    const data = one.furnish?.data ?? [];
    const request = Object.fromEntries(data.map((field) => [field.name, exampleOf(field)]));
    return [one.slug, storedTemplate(one, request)[one.slug]] as const;
  }),
);

type ValueOf = (dataset: string, field: string) => unknown;

/** A listed status. */
const STATUS = 'aggregated_credit_accounts_worst_current_delinquency_status';

const everything: ValueOf = (dataset, field) =>
  field === STATUS ? 'current' : furnished.get(dataset)?.[field];

function templateNamed(slug: string): Template {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

const ask = (
  template: Template,
  valueOf: ValueOf,
  change: Partial<Pick<AnswerParts, 'isAttested' | 'isShown'>> = {},
) => {
  const { outputs, isAnswer } = answerOf(template, {
    queryId: 'the query',
    furnisherId: 'the furnisher',
    furnishedAt: '2025-04-01T00:00:00.000Z',
    isAttested: () => true,
    isShown: () => true,
    legalName: 'Acme LLC',
    valueOf: (_, { dataset, field }) => valueOf(dataset, field),
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
  expect(ask(bundle, values('yes'))).toMatchObject({ any_currently_past_due_accounts_: 'true' });
  expect(ask(bundle, values('see report'))).toMatchObject({
    any_currently_past_due_accounts_: expected,
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

const step = (slug: string, name: string, data: Readonly<Record<string, unknown>>) =>
  outputsOf(templateNamed(slug), {
    queryId: '',
    furnisherId: '',
    furnishedAt: '',
    isAttested: () => true,
    isShown: () => true,
    legalName: null,
    valueOf: (_, { field }) => data[field],
  })[name];

describe('a step of an identity verification', () => {
  const REVIEW = 'is_liveness_evidence_review_complete';
  const review = (clarity: string | null, stated?: boolean) =>
    step('liveness_verification', REVIEW, {
      liveness_evidence_review_timestamp: '2026-01-15T09:30:00Z',
      liveness_evidence_clarity: clarity,
      [REVIEW]: stated,
    });

  test.each([
    ['clear', 'true'],
    ['Acceptable', 'true'],
    ['spoof-detected', 'false'],
    ['aborted', 'false'],
    ['spoof detected, review aborted', null],
    ['pending', null],
    [null, null],
  ])('with the words %p is complete: %p', (clarity, expected) => {
    expect(review(clarity)).toBe(expected);
  });

  test('is as complete as its furnisher stated', () => {
    expect(review('pending', true)).toBe('true');
    expect(review('clear', false)).toBe('false');
  });

  test.each([
    [{}, 'true'],
    [{ identity_document_upload: null }, null],
    [{ document_capture_timestamp: null }, null],
    [{ identity_document_type: 'scan of something' }, null],
    [{ identity_document_type: 'rejected', identity_document_upload: null }, 'false'],
  ])('needs each of its values and a listed word: with %p it is %p', (change, expected) => {
    const capture = step('document_verification', 'is_document_capture_complete', {
      document_capture_timestamp: '2026-01-15T09:30:00Z',
      identity_document_type: 'passport',
      identity_document_upload: 'JVBERi0xLjcK',
      identity_document_upload_includes_selfie: false,
      ...change,
    });
    expect(capture).toBe(expected);
  });
});

test('a credit history is complete if its furnisher says so or its worst status is known', () => {
  const history = (status: string, stated?: boolean) =>
    step('credit_history_bundle', 'is_credit_history_complete', {
      aggregated_credit_accounts_worst_current_delinquency_status: status,
      is_credit_history_complete: stated,
    });
  expect(history('current')).toBe('true');
  expect(history('report not available')).toBeNull();
  expect(history('current', false)).toBe('false');
});

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
    valueOf: (_, { dataset, field }) => known(dataset, field),
  });
  expect(outputs).toMatchObject({
    is_address_verification_complete: 'true',
    is_document_capture_complete: null,
  });
});
