import {
  annualPersonalIncomeFurnish,
  annualPersonalIncomeQuery,
} from './annual-personal-income.js';
import {
  businessIdentityVerificationFurnish,
  businessIdentityVerificationQuery,
} from './business-identity-verification.js';
import {
  cashflowSnapshotsTrendsFurnish,
  cashflowSnapshotsTrendsQuery,
} from './cashflow-snapshots-trends.js';
import {
  consumerCreditHealthSnapshotFurnish,
  consumerCreditHealthSnapshotQuery,
  creditHistoryBundleQuery,
} from './consumer-credit.js';
import {
  kycCertificateBundleQuery,
  kycPartFurnishes,
  kycPartQueries,
} from './kyc-certificate-bundle.js';
import type { FurnishContract, QueryContract } from './template.js';
import { totalConsumerAssetsFurnish, totalConsumerAssetsQuery } from './total-consumer-assets.js';
import {
  totalConsumerLiabilitiesFurnish,
  totalConsumerLiabilitiesQuery,
} from './total-consumer-liabilities.js';

/** Every furnish endpoint of contract 4.7 and of design 8. */
export const FURNISHES: readonly FurnishContract[] = [
  businessIdentityVerificationFurnish,
  cashflowSnapshotsTrendsFurnish,
  totalConsumerLiabilitiesFurnish,
  annualPersonalIncomeFurnish,
  totalConsumerAssetsFurnish,
  consumerCreditHealthSnapshotFurnish,
  ...kycPartFurnishes,
];

/** Every query endpoint of contract 4.7 and of design 8. */
export const QUERIES: readonly QueryContract[] = [
  businessIdentityVerificationQuery,
  kycCertificateBundleQuery,
  cashflowSnapshotsTrendsQuery,
  creditHistoryBundleQuery,
  consumerCreditHealthSnapshotQuery,
  totalConsumerLiabilitiesQuery,
  annualPersonalIncomeQuery,
  totalConsumerAssetsQuery,
  ...kycPartQueries,
];
