import { JUST_NOW } from '../../run/like.js';
import { fields, without } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import {
  answered,
  CONSUMER_CORE,
  NETWORK_IDS,
  returnedValues,
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

const FIGURES = {
  bank_account_average_monthly_balance_last_12_months: 1234.512345,
  bank_account_average_monthly_balance_last_3_months: 0.29,
  bank_account_most_recent_account_balance: -1.1,
  bank_account_net_cash_flows_last_12_months: 1234567.89,
  bank_account_net_cash_flows_last_3_months: 0,
  bank_account_net_cash_flows_last_month: 4.35,
  bank_account_number_of_days_with_negative_account_balance_in_last_12_months: 12,
  bank_account_number_of_days_with_negative_account_balance_in_last_30_days: 0,
  bank_account_number_of_days_with_negative_account_balance_in_last_3_months: 3,
};

const FIGURE_FIELDS = Object.keys(FIGURES).flatMap((name) => fields(`${name}?: number | open`));

export const cashflowSnapshotsTrendsFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/cashflow_snapshots_trends/furnish',
  subject: 'consumer',
  input: [
    ...without(CONSUMER_CORE, 'personal_email'),
    ...OTHERS,
    ...NETWORK_IDS,
    ...FIGURE_FIELDS,
    ...fields(`
      bank_account_most_recent_funds_available_to_withdraw?: number | open
      bank_statement_json? bank_statement_upload?: string | open
    `),
  ],
  data: {
    ...FIGURES,
    bank_account_most_recent_funds_available_to_withdraw: 10,
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
  output: exactly([
    ...fields(`network_query_id: uuid  bank_account_last_update_date: date-time
      network_adverse_action_eligible_indicator: boolean`),
    ...answered(FIGURE_FIELDS),
  ]),
  furnished: [cashflowSnapshotsTrendsFurnish],
  answer: { bank_account_last_update_date: JUST_NOW, ...returnedValues(FIGURES) },
};
