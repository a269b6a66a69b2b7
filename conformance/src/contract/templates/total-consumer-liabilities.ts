import { Amount } from '../../run/expect.js';
import { fields } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import {
  FURNISHED_CONSUMER_INPUT,
  STANDARD_CONSUMER_INPUT,
  type FurnishContract,
  type QueryContract,
} from './template.js';

export const totalConsumerLiabilitiesFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/total_consumer_liabilities/furnish',
  subject: 'consumer',
  input: [
    ...FURNISHED_CONSUMER_INPUT,
    ...fields(`
      raw_credit_report_json?: string | null
      aggregated_credit_accounts_outstanding_auto_loan_debt?
      aggregated_credit_accounts_outstanding_credit_card_debt?
      aggregated_credit_accounts_outstanding_medical_debt?
      aggregated_credit_accounts_outstanding_mortgage_debt?
      aggregated_credit_accounts_outstanding_personal_loan_debt?
      aggregated_credit_accounts_outstanding_student_loan_debt?
      pfm_aggregated_current_liabilities?: number | open
    `),
  ],
  data: {
    raw_credit_report_json: '{"report":"example"}',
    aggregated_credit_accounts_outstanding_auto_loan_debt: 12000.1,
    aggregated_credit_accounts_outstanding_credit_card_debt: 0.2,
    aggregated_credit_accounts_outstanding_medical_debt: 0,
    aggregated_credit_accounts_outstanding_mortgage_debt: 350000,
    aggregated_credit_accounts_outstanding_personal_loan_debt: 0.07,
    aggregated_credit_accounts_outstanding_student_loan_debt: 1.15,
    pfm_aggregated_current_liabilities: 362001.52,
  },
};

export const totalConsumerLiabilitiesQuery: QueryContract = {
  section: '4.7',
  path: '/api/templates/total_consumer_liabilities/query',
  subject: 'consumer',
  input: STANDARD_CONSUMER_INPUT,
  output: exactly(`
    network_query_id: uuid
    network_adverse_action_eligible_indicator: boolean
    aggregated_credit_accounts_outstanding_auto_loan_debt
    aggregated_credit_accounts_outstanding_credit_card_debt
    aggregated_credit_accounts_outstanding_medical_debt
    aggregated_credit_accounts_outstanding_mortgage_debt
    aggregated_credit_accounts_outstanding_personal_loan_debt
    aggregated_credit_accounts_outstanding_student_loan_debt current_total_liabilities: string
  `),
  furnished: [totalConsumerLiabilitiesFurnish],
  answer: {
    aggregated_credit_accounts_outstanding_auto_loan_debt: new Amount('12000.10'),
    aggregated_credit_accounts_outstanding_credit_card_debt: new Amount('0.20'),
    aggregated_credit_accounts_outstanding_medical_debt: new Amount('0.00'),
    aggregated_credit_accounts_outstanding_mortgage_debt: new Amount('350000.00'),
    aggregated_credit_accounts_outstanding_personal_loan_debt: new Amount('0.07'),
    aggregated_credit_accounts_outstanding_student_loan_debt: new Amount('1.15'),
    current_total_liabilities: new Amount('362001.52'),
  },
};
