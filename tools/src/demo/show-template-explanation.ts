import { NETWORK_HEADER } from '@ndx/contracts';
import type { ApiClient } from '../network/api-client.js';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '../network/demo-network.js';
import { consentIdentityOf, demoConsumer, demoSocialSecurityNumber } from './demo-consumer.js';
import type { Narrator } from './narrator.js';
import { untilQueryable } from './until-queryable.js';

const TEMPLATE = 'total_consumer_assets';
const QUERY = `/api/templates/${TEMPLATE}/query`;
const FURNISH = `/api/templates/${TEMPLATE}/furnish`;
const CONSENT = '/v1/consent/consumer';
const HEADERS = { [NETWORK_HEADER]: DEMO_NETWORK.id };
const ASSETS = { asset_type: 'brokerage_account', housing_status_own_rent: 'own' };

/**
 * Queries a template under a consent that covers one of two furnished fields, and shows why the
 * other one is null.
 * @throws UnexpectedAnswerError at the first step with another response than expected
 */
export async function showTemplateExplanation(
  narrator: Narrator,
  { firstBank, queryingBank }: { readonly firstBank: ApiClient; readonly queryingBank: ApiClient },
): Promise<void> {
  const consumer = demoConsumer(demoSocialSecurityNumber());
  const furnished = { ...consumer, ...ASSETS };
  await narrator.step({
    title: 'The first bank furnishes two fields of a template',
    who: FIRST_BANK.name,
    sent: `POST ${FURNISH}`,
    body: furnished,
    call: () => firstBank.post(FURNISH, furnished, HEADERS),
    expected: 200,
    meaning: 'queries of the template find the values about a second later',
  });
  const consent = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_consumer_prior: true,
    consented_fields: `${TEMPLATE}.asset_type`,
    consumer_consent_identity: consentIdentityOf(consumer),
  };
  await narrator.step({
    title: 'The querying bank records a consent to one of them',
    who: QUERYING_BANK.name,
    sent: `POST ${CONSENT}`,
    body: consent,
    call: () => queryingBank.post(CONSENT, consent),
    expected: 200,
    meaning: 'a query returns the consented field alone',
  });
  const answer = await untilQueryable(() => queryingBank.post(QUERY, consumer, HEADERS), narrator);
  narrator.observe(
    'The querying bank queries the template',
    answer.body,
    'the consented field has its value, the other one is null',
  );
  const path = `/v1/query-events/${answer.headers.get('x-ref-id') ?? ''}/explanation`;
  const { body } = await queryingBank.get(path);
  const { sections } = body as { sections: [{ fields: { field_name: string }[] }] };
  narrator.observe(
    'Why is a field of the template null?',
    sections[0].fields.filter(({ field_name }) => field_name in ASSETS),
    'an issued field has its furnisher, and any other one a code and a sentence',
  );
}
