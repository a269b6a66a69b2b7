import { fields } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import {
  answered,
  FURNISHED_CONSUMER_INPUT,
  returnedValues,
  STANDARD_CONSUMER_INPUT,
  type FurnishContract,
  type QueryContract,
} from './template.js';

const DEBTS = {
  aggregated_credit_accounts_outstanding_auto_loan_debt: 12000.1,
  aggregated_credit_accounts_outstanding_credit_card_debt: 0.2,
  aggregated_credit_accounts_outstanding_medical_debt: 0,
  aggregated_credit_accounts_outstanding_mortgage_debt: 350000,
  aggregated_credit_accounts_outstanding_personal_loan_debt: 0.07,
  aggregated_credit_accounts_outstanding_student_loan_debt: 1.15,
};
const TOTAL = 362001.52;

const DEBT_FIELDS = Object.keys(DEBTS).flatMap((name) => fields(`${name}?: number | open`));

export const totalConsumerLiabilitiesFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/total_consumer_liabilities/furnish',
  subject: 'consumer',
  input: [
    ...FURNISHED_CONSUMER_INPUT,
    ...fields('raw_credit_report_json?: string | null'),
    ...DEBT_FIELDS,
    ...fields('pfm_aggregated_current_liabilities?: number | open'),
  ],
  data: {
    raw_credit_report_json: '{"report":"example"}',
    ...DEBTS,
    pfm_aggregated_current_liabilities: TOTAL,
  },
};

export const totalConsumerLiabilitiesQuery: QueryContract = {
  section: '4.7',
  path: '/api/templates/total_consumer_liabilities/query',
  subject: 'consumer',
  input: STANDARD_CONSUMER_INPUT,
  output: exactly([
    ...fields('network_query_id: uuid  network_adverse_action_eligible_indicator: boolean'),
    ...answered(DEBT_FIELDS),
    ...fields('current_total_liabilities: string'),
  ]),
  furnished: [totalConsumerLiabilitiesFurnish],
  answer: returnedValues({ ...DEBTS, current_total_liabilities: TOTAL }),
};
