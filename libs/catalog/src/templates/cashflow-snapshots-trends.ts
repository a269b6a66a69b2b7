import {
  blank,
  large,
  nullable,
  optional,
  required,
  withoutFields,
  worded,
} from '../fields/field.js';
import { ADVERSE_ACTION_ELIGIBLE, QUERY_ID } from '../network-fields.js';
import { furnishedUnder, made } from '../output.js';
import { CONSUMER_WORDS, STANDARD_CONSUMER_INPUT } from '../subjects/consumer.js';
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
 * `bank_account_last_update_date`, so it is the time at which the record was furnished.
 */
export const cashflowSnapshotsTrends = template({
  slug,
  subject: 'consumer',
  query: {
    input: [
      ...withoutFields(STANDARD_CONSUMER_INPUT, 'personal_address_line_2'),
      // Most addresses have no second line.
      ...worded(CONSUMER_WORDS, blank(required('name', 'personal_address_line_2'))),
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
  words: {
    bank_account_average_monthly_balance_last_12_months: [
      'The average monthly balance of the last 12 months.',
      4210.75,
    ],
    bank_account_average_monthly_balance_last_3_months: [
      'The average monthly balance of the last 3 months.',
      4480.2,
    ],
    bank_account_most_recent_account_balance: ['The most recent balance.', 5125.4],
    bank_account_most_recent_funds_available_to_withdraw: [
      'The funds that were last available to withdraw.',
      5025.4,
    ],
    bank_account_net_cash_flows_last_12_months: [
      'Inflows less outflows of the last 12 months.',
      3600,
    ],
    bank_account_net_cash_flows_last_3_months: [
      'Inflows less outflows of the last 3 months.',
      850.5,
    ],
    bank_account_net_cash_flows_last_month: ['Inflows less outflows of the last month.', -120.25],
    bank_account_number_of_days_with_negative_account_balance_in_last_12_months: [
      'The number of days with a negative balance in the last 12 months.',
      4,
    ],
    bank_account_number_of_days_with_negative_account_balance_in_last_30_days: [
      'The number of days with a negative balance in the last 30 days.',
      0,
    ],
    bank_account_number_of_days_with_negative_account_balance_in_last_3_months: [
      'The number of days with a negative balance in the last 3 months.',
      1,
    ],
    bank_account_last_update_date: 'The time at which the balances were furnished.',
    bank_statement_json: [
      'A bank statement as JSON in a text.',
      '{"balance":"5125.40","currency":"USD"}',
    ],
    bank_statement_upload: [
      'A bank statement, as a document in Base64.',
      'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg==',
    ],
  },
});
