import { nullable, relaxed, required } from '../fields/field.js';
import { ADVERSE_ACTION_INDICATOR, QUERY_ID } from '../network-fields.js';
import { completionOf } from '../kyc-part.js';
import { attested, furnishedUnder } from '../output.js';
import { template } from '../template.js';

const slug = 'consumer_credit_health_snapshot';

const HEALTH = [
  ...required(
    'string',
    'aggregated_credit_accounts_worst_current_delinquency_status',
    'debt_to_income_ratio',
  ),
  ...required(
    'string[]',
    'cashflow_based_credit_score_factors_json',
    'cashflow_based_credit_score_name',
    'cashflow_based_credit_score_value',
    'cashflow_based_credit_score_version',
    'credit_based_credit_score_factors_json',
    'credit_based_credit_score_name',
    'credit_based_credit_score_value',
    'credit_based_credit_score_version',
  ),
];

/**
 * Contract 4.7 lists only the query. The furnish request has its outputs, and two fields more that
 * only the credit history bundle returns, so that the bundle's data can be furnished. A score, with its
 * name, version and factors, can be of another institution than the debts.
 */
export const consumerCreditHealthSnapshot = template({
  slug,
  subject: 'consumer',
  furnish: {
    data: [
      ...relaxed(ADVERSE_ACTION_INDICATOR),
      ...relaxed(HEALTH),
      ...nullable('string', 'any_currently_past_due_accounts_'),
      ...completionOf('is_credit_history_complete', 'credit history'),
    ],
  },
  outputs: [
    ...QUERY_ID,
    ...ADVERSE_ACTION_INDICATOR.flatMap((indicator) =>
      attested([indicator], { dataset: slug, field: indicator.name }),
    ),
    ...furnishedUnder(slug, HEALTH),
  ],
  groups: Object.fromEntries(
    ['cashflow_based_credit_score', 'credit_based_credit_score'].map((score) => [
      score,
      ['name', 'value', 'version', 'factors_json'].map((member) => `${score}_${member}`),
    ]),
  ),
  words: {
    aggregated_credit_accounts_worst_current_delinquency_status: [
      'The worst current delinquency status of a credit account.',
      'current',
    ],
    debt_to_income_ratio: ['The debts in relation to the income.', '0.31'],
    cashflow_based_credit_score_factors_json: [
      'The factors of each cash flow credit score, as JSON in a text.',
      ['{"factors":["length of history"]}'],
    ],
    cashflow_based_credit_score_name: [
      'The name of each cash flow credit score.',
      ['Example Cash Flow Score'],
    ],
    cashflow_based_credit_score_value: [
      'The value of each cash flow credit score, in the order of the names.',
      ['712'],
    ],
    cashflow_based_credit_score_version: [
      'The version of each cash flow credit score, in the order of the names.',
      ['2.0'],
    ],
    credit_based_credit_score_factors_json: [
      'The factors of each credit credit score, as JSON in a text.',
      ['{"factors":["length of history"]}'],
    ],
    credit_based_credit_score_name: [
      'The name of each credit credit score.',
      ['Example Credit Score'],
    ],
    credit_based_credit_score_value: [
      'The value of each credit credit score, in the order of the names.',
      ['725'],
    ],
    credit_based_credit_score_version: [
      'The version of each credit credit score, in the order of the names.',
      ['2.0'],
    ],
    any_currently_past_due_accounts_: [
      'Whether an account is past due, as `"true"` or `"false"`.',
      'false',
    ],
  },
});
