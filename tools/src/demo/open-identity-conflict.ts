import { NETWORK_HEADER } from '@ndx/contracts';
import type { ApiClient } from '../network/api-client.js';
import { DEMO_NETWORK } from '../network/demo-network.js';
import { succeed } from '../network/expect-answer.js';
import { consentIdentityOf, demoConsumer } from './demo-consumer.js';

/** The social security administration published this number as an example; nobody has it. */
const SSN = 219_099_999;

interface Institutions {
  readonly furnisher: ApiClient;
  readonly querier: ApiClient;
}

/** Opens an identity conflict: two institutions state one SSN of two people (decision 0066). */
export async function openIdentityConflict({ furnisher, querier }: Institutions): Promise<void> {
  const known = {
    ...demoConsumer(SSN),
    first_name: 'Rosa',
    last_name: 'Delgado',
    date_of_birth: '1984-03-12T00:00:00Z',
    personal_email: 'rosa.delgado@example.com',
  };
  const assets = { ...known, asset_type: 'brokerage_account', housing_status_own_rent: 'rent' };
  const headers = { [NETWORK_HEADER]: DEMO_NETWORK.id };
  await succeed(furnisher.post('/api/templates/total_consumer_assets/furnish', assets, headers));
  const other = {
    ...demoConsumer(SSN),
    first_name: 'Martin',
    last_name: 'Keller',
    date_of_birth: '1991-11-02T00:00:00Z',
    personal_email: 'martin.keller@example.com',
  };
  await succeed(
    querier.post('/v1/consent/consumer', {
      network_id: DEMO_NETWORK.id,
      did_gather_consent_from_consumer_prior: true,
      consumer_consent_identity: consentIdentityOf(other),
    }),
  );
}
