import { networkClient } from './network-client.js';
import { furnishVerification, queryCertificate, recordConsent } from './onboard-business.js';

/** Reads a required setting. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} must be set`);
  return value;
}

const networkId = setting('NETWORK_ID');
const furnisher = networkClient(setting('BASE_URL'), async () => setting('FURNISHER_TOKEN'));
const querier = networkClient(setting('BASE_URL'), async () => setting('QUERIER_TOKEN'));

const business = {
  business_legal_name: 'Example Bakery LLC',
  business_jurisdiction_of_formation: 'US-VT',
  business_registration_identifier_from_jurisdiction_of_formation: `EX${Date.now()}`,
};

await furnishVerification(furnisher, networkId, business);
const consentId = await recordConsent(querier, networkId, business);
const certificate = await queryCertificate(querier, networkId, consentId);
process.stdout.write(`${JSON.stringify(certificate, null, 2)}\n`);
