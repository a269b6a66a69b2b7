import { blank, large, nullable, optional, required, withoutFields } from '../fields/field.js';
import { ADVERSE_ACTION_ELIGIBLE, QUERY_ID } from '../network-fields.js';
import { furnishedUnder, made } from '../output.js';
import { STANDARD_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';

const slug = 'cashflow_snapshots_trends';

const AMOUNTS = [
  'bank_account_average_monthly_balance_last_12_months',
  'bank_account_average_monthly_balance_last_3_months',
  'bank_account_most_recent_account_balance',
  'bank_account_net_cash_flows_last_12_months',
  'bank_account_net_cash_flows_last_3_months',
  'bank_account_net_cash_flows_last_month',
];

const DAYS = [
  'bank_account_number_of_days_with_negative_account_balance_in_last_12_months',
  'bank_account_number_of_days_with_negative_account_balance_in_last_30_days',
  'bank_account_number_of_days_with_negative_account_balance_in_last_3_months',
];

/**
 * Contract 4.7 lists query and furnish. No furnish field is the query's
 * `bank_account_last_update_date`, so it is the time of furnishing of the newest contributing
 * record.
 */
export const cashflowSnapshotsTrends = template({
  slug,
  subject: 'consumer',
  query: {
    input: [
      ...withoutFields(STANDARD_CONSUMER_INPUT, 'personal_address_line_2'),
      // Most addresses have no second line.
      ...blank(required('name', 'personal_address_line_2')),
    ],
  },
  furnish: {
    data: [
      ...optional('amount', ...AMOUNTS, 'bank_account_most_recent_funds_available_to_withdraw'),
      ...optional('quantity', ...DAYS),
      ...large(nullable('string', 'bank_statement_json', 'bank_statement_upload')),
    ],
  },
  outputs: [
    ...QUERY_ID,
    ...made('furnished-at', required('date-time', 'bank_account_last_update_date')),
    ...ADVERSE_ACTION_ELIGIBLE,
    ...furnishedUnder(slug, required('string', ...AMOUNTS, ...DAYS)),
  ],
});
