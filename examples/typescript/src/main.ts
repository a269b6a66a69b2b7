import { setTimeout as sleep } from 'node:timers/promises';
import {
  createNdxClient,
  furnishRecords,
  staticToken,
  type Answer,
  type KybCertificate,
} from '@ndx/client';

/** Reads a required setting. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} must be set`);
  return value;
}

const baseUrl = setting('BASE_URL');
const networkId = setting('NETWORK_ID');
const furnisher = createNdxClient({ baseUrl, token: staticToken(setting('FURNISHER_TOKEN')) });
const querier = createNdxClient({ baseUrl, token: staticToken(setting('QUERIER_TOKEN')) });

const business = {
  business_legal_name: 'Example Bakery LLC',
  business_jurisdiction_of_formation: 'US-VT',
  business_registration_identifier_from_jurisdiction_of_formation: `EX${Date.now()}`,
};

// One institution furnishes what it verified about a business.
const records = [
  {
    business_identity: business,
    business_identity_verification: {
      assertions: {
        business_identity_verification_assertion: true,
        business_identity_verification_performed_timestamp: new Date().toISOString(),
      },
      data: { business_entity_type: 'limited_liability_company' },
    },
  },
];
for await (const { index, accepted, errors } of furnishRecords(furnisher, records, {
  network_id: networkId,
})) {
  if (!accepted) throw new Error(`record ${index} was rejected: ${JSON.stringify(errors)}`);
}

// Another institution records the consent of the business.
const { data: consent } = await querier.recordBusinessConsent({
  body: {
    network_id: networkId,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: business,
    scope: 'kyb_certificate',
  },
});

/** Furnished data takes up to a second to become queryable; each query is billed. */
async function queryCertificate(attemptsLeft: number): Promise<Answer<KybCertificate>> {
  const { data, ...answer } = await querier.queryKybCertificate({
    body: { network_ids: [networkId], consent_id: consent.consent_id },
  });
  if (data) return { ...answer, data };
  if (attemptsLeft === 0) throw new Error('the network has no certificate of this business');
  await sleep(500);
  return queryCertificate(attemptsLeft - 1);
}

const { data: certificate } = await queryCertificate(5);
process.stdout.write(`${JSON.stringify(certificate, null, 2)}\n`);
