import { large, nullable, optional } from '../fields/field.js';
import { FURNISHED_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';
import { HOUSING_STATUSES } from '../words/known-values.js';

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
  words: {
    asset_account_statement_upload: [
      'Statements of asset accounts, as documents in Base64.',
      ['JVBERi0xLjcKJcTl8uXrp/Og0MTGCg=='],
    ],
    bank_statement_upload: [
      'Bank statements, as documents in Base64.',
      ['JVBERi0xLjcKJcTl8uXrp/Og0MTGCg=='],
    ],
    asset_type: ['The kind of asset.', 'brokerage_account'],
    housing_status_own_rent: [
      'Whether the consumer owns or rents the home.',
      'own',
      HOUSING_STATUSES,
    ],
    asset_current_market_value: ['The current market value of the asset.', 25400],
    bank_account_most_recent_account_balance: ['The most recent balance of bank accounts.', 5125.4],
    pfm_aggregated_current_liquid_assets: [
      'The liquid assets, aggregated by a personal finance manager.',
      12400.8,
    ],
    pfm_aggregated_current_total_assets: [
      'The total assets, aggregated by a personal finance manager.',
      48900.8,
    ],
  },
});
