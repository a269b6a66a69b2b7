import { fields } from '../../shape/fields.js';
import { FURNISHED_CONSUMER_INPUT, queryOf, type FurnishContract } from './template.js';

const DATA = fields(`
  asset_account_statement_upload? bank_statement_upload?: string[] | open
  asset_type? housing_status_own_rent?: string | open
  asset_current_market_value? bank_account_most_recent_account_balance?
  pfm_aggregated_current_liquid_assets? pfm_aggregated_current_total_assets?: number | open
`);

/**
 * The contract does not show which fields are required: the identity fields are, as in the others.
 */
export const totalConsumerAssetsFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/total_consumer_assets/furnish',
  subject: 'consumer',
  input: [...FURNISHED_CONSUMER_INPUT, ...DATA],
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

export const totalConsumerAssetsQuery = queryOf(totalConsumerAssetsFurnish, DATA);
