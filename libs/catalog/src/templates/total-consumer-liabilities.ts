import { sumOfDecimals } from '../fields/amount.js';
import { large, nullable, optional, required } from '../fields/field.js';
import { ADVERSE_ACTION_ELIGIBLE, QUERY_ID } from '../network-fields.js';
import { derived, furnishedUnder } from '../output.js';
import { FURNISHED_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';

const slug = 'total_consumer_liabilities';

const DEBTS = [
  'aggregated_credit_accounts_outstanding_auto_loan_debt',
  'aggregated_credit_accounts_outstanding_credit_card_debt',
  'aggregated_credit_accounts_outstanding_medical_debt',
  'aggregated_credit_accounts_outstanding_mortgage_debt',
  'aggregated_credit_accounts_outstanding_personal_loan_debt',
  'aggregated_credit_accounts_outstanding_student_loan_debt',
];

/**
 * Contract 4.7 lists query and furnish. The raw report and the aggregate are stored, not returned.
 */
export const totalConsumerLiabilities = template({
  slug,
  subject: 'consumer',
  furnish: {
    subject: FURNISHED_CONSUMER_INPUT,
    data: [
      ...large(nullable('string', 'raw_credit_report_json')),
      ...optional('amount-from-zero', ...DEBTS, 'pfm_aggregated_current_liabilities'),
    ],
  },
  outputs: [
    ...QUERY_ID,
    ...ADVERSE_ACTION_ELIGIBLE,
    ...furnishedUnder(slug, required('string', ...DEBTS)),
    ...derived(slug, required('string', 'current_total_liabilities'), DEBTS, totalOf),
  ],
  words: {
    aggregated_credit_accounts_outstanding_auto_loan_debt: [
      'The outstanding debt of auto loans.',
      8200,
    ],
    aggregated_credit_accounts_outstanding_credit_card_debt: [
      'The outstanding debt of credit cards.',
      1250.5,
    ],
    aggregated_credit_accounts_outstanding_medical_debt: [
      'The outstanding debt of medical bills.',
      0,
    ],
    aggregated_credit_accounts_outstanding_mortgage_debt: [
      'The outstanding debt of mortgages.',
      182000,
    ],
    aggregated_credit_accounts_outstanding_personal_loan_debt: [
      'The outstanding debt of personal loans.',
      3000,
    ],
    aggregated_credit_accounts_outstanding_student_loan_debt: [
      'The outstanding debt of student loans.',
      14500,
    ],
    pfm_aggregated_current_liabilities: [
      'The liabilities, aggregated by a personal finance manager.',
      208950.5,
    ],
    current_total_liabilities: ['The exact sum of the six debts.', '208950.5'],
    raw_credit_report_json: [
      'The credit report of which the debts are a part, as JSON in a text.',
      '{"report":"example"}',
    ],
  },
});

/** The exact sum of the six debts of a record; null if one of them is unknown. */
function totalOf(...debts: readonly unknown[]): string | null {
  const known = debts.filter((debt) => typeof debt === 'string');
  return known.length === debts.length ? sumOfDecimals(known) : null;
}
