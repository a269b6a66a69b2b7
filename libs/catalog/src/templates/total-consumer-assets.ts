import { large, nullable, optional } from '../fields/field.js';
import { FURNISHED_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';

/**
 * Contract 4.7 lists only the furnish request, without required fields: the identity fields of the
 * consumer are required as in other furnish requests, the data is not. The query returns the
 * furnished values.
 */
export const totalConsumerAssets = template({
  slug: 'total_consumer_assets',
  subject: 'consumer',
  furnish: {
    subject: FURNISHED_CONSUMER_INPUT,
    data: [
      ...large(nullable('string[]', 'asset_account_statement_upload', 'bank_statement_upload')),
      ...nullable('string', 'asset_type', 'housing_status_own_rent'),
      ...optional(
        'amount',
        'asset_current_market_value',
        'bank_account_most_recent_account_balance',
        'pfm_aggregated_current_liquid_assets',
        'pfm_aggregated_current_total_assets',
      ),
    ],
  },
});
