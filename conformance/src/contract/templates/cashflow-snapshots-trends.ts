import { Amount } from '../../run/expect.js';
import { JUST_NOW } from '../../run/like.js';
import { fields, without } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import {
  CONSUMER_CORE,
  NETWORK_IDS,
  STANDARD_CONSUMER_INPUT,
  type FurnishContract,
  type QueryContract,
} from './template.js';

/**
 * The contract does not show which fields are required: the identity fields are, the data is not.
 */
const OTHERS = fields(`
  personal_address_city personal_address_line_1 personal_address_state: string
  personal_address_zip: integer
  personal_address_line_2? personal_email? consumer_cross_reference_id?: string | open
`);

export const cashflowSnapshotsTrendsFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/cashflow_snapshots_trends/furnish',
  subject: 'consumer',
  input: [
    ...without(CONSUMER_CORE, 'personal_email'),
    ...OTHERS,
    ...NETWORK_IDS,
    ...fields(`
      bank_account_average_monthly_balance_last_12_months?
      bank_account_average_monthly_balance_last_3_months?
      bank_account_most_recent_account_balance?
      bank_account_most_recent_funds_available_to_withdraw?
      bank_account_net_cash_flows_last_12_months? bank_account_net_cash_flows_last_3_months?
      bank_account_net_cash_flows_last_month?
      bank_account_number_of_days_with_negative_account_balance_in_last_12_months?
      bank_account_number_of_days_with_negative_account_balance_in_last_30_days?
      bank_account_number_of_days_with_negative_account_balance_in_last_3_months?: number | open
      bank_statement_json? bank_statement_upload?: string | open
    `),
  ],
  data: {
    bank_account_average_monthly_balance_last_12_months: 1234.512345,
    bank_account_average_monthly_balance_last_3_months: 0.29,
    bank_account_most_recent_account_balance: -1.1,
    bank_account_most_recent_funds_available_to_withdraw: 10,
    bank_account_net_cash_flows_last_12_months: 1234567.89,
    bank_account_net_cash_flows_last_3_months: 0,
    bank_account_net_cash_flows_last_month: 4.35,
    bank_account_number_of_days_with_negative_account_balance_in_last_12_months: 12,
    bank_account_number_of_days_with_negative_account_balance_in_last_30_days: 0,
    bank_account_number_of_days_with_negative_account_balance_in_last_3_months: 3,
    bank_statement_json: '{"account":"checking"}',
    bank_statement_upload: 'statement.pdf',
  },
};

export const cashflowSnapshotsTrendsQuery: QueryContract = {
  section: '4.7',
  path: '/api/templates/cashflow_snapshots_trends/query',
  subject: 'consumer',
  input: [
    ...without(STANDARD_CONSUMER_INPUT, 'personal_address_line_2'),
    ...fields('personal_address_line_2: string'),
  ],
  output: exactly(`
    network_query_id: uuid
    bank_account_last_update_date: date-time
    network_adverse_action_eligible_indicator: boolean
    bank_account_average_monthly_balance_last_12_months
    bank_account_average_monthly_balance_last_3_months
    bank_account_most_recent_account_balance bank_account_net_cash_flows_last_12_months
    bank_account_net_cash_flows_last_3_months bank_account_net_cash_flows_last_month
    bank_account_number_of_days_with_negative_account_balance_in_last_12_months
    bank_account_number_of_days_with_negative_account_balance_in_last_30_days
    bank_account_number_of_days_with_negative_account_balance_in_last_3_months: string
  `),
  furnished: [cashflowSnapshotsTrendsFurnish],
  answer: {
    bank_account_last_update_date: JUST_NOW,
    bank_account_average_monthly_balance_last_12_months: new Amount('1234.512345'),
    bank_account_average_monthly_balance_last_3_months: new Amount('0.29'),
    bank_account_most_recent_account_balance: new Amount('-1.1'),
    bank_account_net_cash_flows_last_12_months: new Amount('1234567.89'),
    bank_account_net_cash_flows_last_3_months: new Amount('0'),
    bank_account_net_cash_flows_last_month: new Amount('4.35'),
    bank_account_number_of_days_with_negative_account_balance_in_last_12_months: new Amount('12'),
    bank_account_number_of_days_with_negative_account_balance_in_last_30_days: new Amount('0'),
    bank_account_number_of_days_with_negative_account_balance_in_last_3_months: new Amount('3'),
  },
};
