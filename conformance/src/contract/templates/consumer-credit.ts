import { fields, without } from '../../shape/fields.js';
import { exactly } from '../../shape/shape.js';
import {
  answered,
  FURNISHED_CONSUMER_INPUT,
  NETWORK_IDS,
  STANDARD_CONSUMER_INPUT,
  type FurnishContract,
  type QueryContract,
} from './template.js';

const FIELDS = fields(`
  aggregated_credit_accounts_worst_current_delinquency_status?
  debt_to_income_ratio?: string | open
  cashflow_based_credit_score_factors_json? cashflow_based_credit_score_name?
  cashflow_based_credit_score_value? cashflow_based_credit_score_version?
  credit_based_credit_score_factors_json? credit_based_credit_score_name?
  credit_based_credit_score_value? credit_based_credit_score_version?: string[] | open
`);

const SNAPSHOT_OUTPUT = [
  ...fields('network_query_id: uuid  network_adverse_action_eligible_indicator: boolean'),
  ...answered(FIELDS),
];

const HEALTH = {
  aggregated_credit_accounts_worst_current_delinquency_status: 'current',
  debt_to_income_ratio: '0.31',
  cashflow_based_credit_score_factors_json: ['{"factor":"income"}'],
  cashflow_based_credit_score_name: ['cash score'],
  cashflow_based_credit_score_value: ['640'],
  cashflow_based_credit_score_version: ['2'],
  credit_based_credit_score_factors_json: ['{"factor":"age"}', '{"factor":"use"}'],
  credit_based_credit_score_name: ['credit score', 'credit score'],
  credit_based_credit_score_value: ['710', '702'],
  credit_based_credit_score_version: ['8', '10'],
};

/** The contract lists only its query; its outputs can be furnished (design 8). */
export const consumerCreditHealthSnapshotFurnish: FurnishContract = {
  section: 'design 8',
  path: '/api/templates/consumer_credit_health_snapshot/furnish',
  subject: 'consumer',
  input: [...FURNISHED_CONSUMER_INPUT, ...NETWORK_IDS, ...FIELDS],
  data: HEALTH,
};

export const consumerCreditHealthSnapshotQuery: QueryContract = {
  section: '4.7',
  path: '/api/templates/consumer_credit_health_snapshot/query',
  subject: 'consumer',
  input: STANDARD_CONSUMER_INPUT,
  output: exactly(SNAPSHOT_OUTPUT),
  furnished: [consumerCreditHealthSnapshotFurnish],
  answer: HEALTH,
};

export const creditHistoryBundleQuery: QueryContract = {
  section: '4.7',
  path: '/api/use_cases/templates/credit_history_bundle',
  subject: 'consumer',
  input: without(STANDARD_CONSUMER_INPUT, 'consumer_cross_reference_id'),
  output: exactly([
    ...SNAPSHOT_OUTPUT,
    ...fields('any_currently_past_due_accounts_ is_credit_history_complete: string'),
  ]),
  furnished: [consumerCreditHealthSnapshotFurnish],
  // Every account is current, and all values were furnished.
  answer: {
    ...HEALTH,
    any_currently_past_due_accounts_: 'false',
    is_credit_history_complete: 'true',
  },
};
