import { kybCertificate, TEMPLATES } from '@ndx/catalog';

const assets = TEMPLATES.find(({ slug }) => slug === 'total_consumer_assets');
if (!assets?.furnish) throw new Error('the catalogue has no furnishable total_consumer_assets');

/** The paths of the load. */
export const PATHS = {
  furnish: kybCertificate.furnishPath,
  query: kybCertificate.queryPath,
  certificates: kybCertificate.certificatesPath,
  templateFurnish: assets.furnish.path,
  templateQuery: assets.query.path,
  consent: '/v1/consent/business',
  consumerConsent: '/v1/consent/consumer',
  attestation: '/v1/institution-attestation',
  policy: '/v1/networks/policies/querying',
  queryEvents: '/v1/query-events',
} as const;

export const KYB_PRODUCT_ID = kybCertificate.id;
