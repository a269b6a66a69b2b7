import { NETWORK_HEADER } from '@ndx/contracts';
import type { ApiClient } from '../network/api-client.js';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '../network/demo-network.js';
import { demoSocialSecurityNumber } from './demo-consumer.js';
import { UnexpectedAnswerError, type Narrator } from './narrator.js';

interface Clients {
  readonly firstBank: ApiClient;
  readonly queryingBank: ApiClient;
  readonly operator: ApiClient;
}

const FURNISH = '/api/templates/total_consumer_assets/furnish';
const CONSENT = '/v1/consent/consumer';
const CONFLICTS = `/v1/networks/${DEMO_NETWORK.id}/identity-conflicts`;

/**
 * Shows that an SSN alone does not identify a person: another person with a known SSN is another
 * subject, and a conflict that the governor resolves.
 * @throws UnexpectedAnswerError at the first step with another response than expected
 */
export async function showRefusedCorroboration(
  narrator: Narrator,
  { firstBank, queryingBank, operator }: Clients,
): Promise<void> {
  const ssn = demoSocialSecurityNumber();
  const assets = {
    date_of_birth: '1980-02-03T00:00:00Z',
    first_name: 'Ada',
    last_name: 'Example',
    personal_address_city: 'Boston',
    personal_address_line_1: '1 Main Street',
    personal_address_state: 'MA',
    personal_address_zip: 2139,
    personal_email: 'ada@example.com',
    phone_number: 6175550123,
    social_security_number: ssn,
    asset_type: 'real_estate',
    housing_status_own_rent: 'own',
  };
  await narrator.step({
    title: 'The first bank furnishes the assets of a consumer',
    who: FIRST_BANK.name,
    sent: `POST ${FURNISH}`,
    body: assets,
    call: () => firstBank.post(FURNISH, assets, { [NETWORK_HEADER]: DEMO_NETWORK.id }),
    expected: 200,
    meaning: 'queries find the consumer by the SSN with the date of birth or the last name',
  });
  const consent = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_consumer_prior: true,
    consumer_consent_identity: {
      date_of_birth: '1955-05-05T00:00:00Z',
      first_name: 'Sam',
      last_name: 'Stranger',
      personal_email: 'sam@example.com',
      phone_number: '6175550199',
      social_security_number: String(ssn),
    },
  };
  await narrator.step({
    title: 'The querying bank records a consent of another person under the same SSN',
    who: QUERYING_BANK.name,
    sent: `POST ${CONSENT}`,
    body: consent,
    call: () => queryingBank.post(CONSENT, consent),
    expected: 200,
    meaning:
      'neither the date of birth nor the last name matches, so the consent belongs to a second subject: it permits no query about the first and changes none of its data',
  });
  const page = await narrator.step<{ data: { subjects: object[] }[] }>({
    title: 'and the governor sees the conflict',
    who: OPERATOR.name,
    sent: `GET ${CONFLICTS}?status=open`,
    call: () => operator.get(`${CONFLICTS}?status=open`),
    expected: 200,
    meaning:
      'the governor asks both institutions, then merges the two subjects or keeps them apart',
  });
  if (page.data.every(({ subjects }) => subjects.length < 2)) {
    throw new UnexpectedAnswerError('there is no conflict of two subjects');
  }
}
