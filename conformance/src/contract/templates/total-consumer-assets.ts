import { Amount } from '../../run/expect.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import {
  FURNISHED_CONSUMER_INPUT,
  STANDARD_CONSUMER_INPUT,
  type FurnishContract,
  type QueryContract,
} from './template.js';

/**
 * The contract does not show which fields are required: the identity fields are, as in the others.
 */
export const totalConsumerAssetsFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/total_consumer_assets/furnish',
  subject: 'consumer',
  input: [
    ...FURNISHED_CONSUMER_INPUT,
    ...fields(`
      asset_account_statement_upload? bank_statement_upload?: string[] | open
      asset_type? housing_status_own_rent?: string | open
      asset_current_market_value? bank_account_most_recent_account_balance?
      pfm_aggregated_current_liquid_assets? pfm_aggregated_current_total_assets?: number | open
    `),
  ],
  data: {
    asset_account_statement_upload: ['january.pdf', 'february.pdf'],
    bank_statement_upload: ['statement.pdf'],
    asset_type: 'brokerage',
    housing_status_own_rent: 'own',
    asset_current_market_value: 150000.25,
    bank_account_most_recent_account_balance: 2500.75,
    pfm_aggregated_current_liquid_assets: 2500.75,
    pfm_aggregated_current_total_assets: 152501,
  },
};

/** The contract lists only its furnish request; the furnished values can be queried (design 8). */
export const totalConsumerAssetsQuery: QueryContract = {
  section: 'design 8',
  path: '/api/templates/total_consumer_assets/query',
  subject: 'consumer',
  input: STANDARD_CONSUMER_INPUT,
  output: record(`
    network_query_id: uuid
    asset_account_statement_upload? bank_statement_upload?: string[] | null
    asset_type? housing_status_own_rent?: string | null
    asset_current_market_value? bank_account_most_recent_account_balance?
    pfm_aggregated_current_liquid_assets? pfm_aggregated_current_total_assets?: decimal | null
  `),
  furnished: [totalConsumerAssetsFurnish],
  answer: {
    asset_account_statement_upload: ['january.pdf', 'february.pdf'],
    bank_statement_upload: ['statement.pdf'],
    asset_type: 'brokerage',
    housing_status_own_rent: 'own',
    asset_current_market_value: new Amount('150000.25'),
    bank_account_most_recent_account_balance: new Amount('2500.75'),
    pfm_aggregated_current_liquid_assets: new Amount('2500.75'),
    pfm_aggregated_current_total_assets: new Amount('152501.00'),
  },
};
