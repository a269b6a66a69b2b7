import { listIn, textIn } from '../http/answer.js';
import { get, withQuery } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { aConsumer, businessIdentity, consentIdentity } from '../kit/subjects.js';
import { type Values } from '../run/expect.js';
import { JUST_NOW, SOME_TEXT } from '../run/like.js';
import { recordRequest, type ConsentKind } from './consent/records.js';
import { cashflowSnapshotsTrendsFurnish } from './templates/cashflow-snapshots-trends.js';
import { furnishRequest } from './templates/requests.js';

const CONSUMER = {
  first_name: 'Élodie',
  last_name: 'Findable-One',
  personal_email: 'Elodie@Findable.Example',
  date_of_birth: '1971-02-28T00:00:00Z',
  social_security_number: '890112233',
};

const BUSINESS = {
  business_legal_name: 'Findable Works LLC',
  business_dba_name: 'Findable Trade',
  business_tax_identifier_value: '012345678',
  business_website_url: 'https://findable.example',
};

/** The subjects of the rows, each in the kit's network, with their expected results. */
export const subjects = fixture(async (kit): Promise<Readonly<Record<ConsentKind, Values>>> => {
  await makeKnown(kit, 'consumer', CONSUMER);
  const business = await makeKnown(kit, 'business', BUSINESS);
  const zeros = aConsumer({ last_name: 'Zeros', social_security_number: 12345678 });
  const { data } = cashflowSnapshotsTrendsFurnish;
  await kit.done(furnishRequest(cashflowSnapshotsTrendsFurnish, kit, zeros, data));
  const { first_name, last_name, social_security_number } = CONSUMER;
  return {
    consumer: {
      id: await idOf(kit, social_security_number),
      identifier: SOME_TEXT,
      first_name,
      last_name,
      personal_email: CONSUMER.personal_email.toLowerCase(),
      date_of_birth: '1971-02-28',
      created_at: JUST_NOW,
    },
    business: {
      id: textIn(business, 'business_id'),
      identifier: SOME_TEXT,
      business_legal_name: BUSINESS.business_legal_name,
      business_dba_name: BUSINESS.business_dba_name,
      business_website_url: BUSINESS.business_website_url,
      business_email: null,
      federal_ein_last_four: '5678',
      created_at: JUST_NOW,
      updated_at: JUST_NOW,
    },
  };
});

/** Records a consent, which creates its subject in the network; returns the record. */
export async function makeKnown(kit: Kit, kind: ConsentKind, change: Values): Promise<unknown> {
  const identity = kind === 'consumer' ? consentIdentity(change) : businessIdentity(change);
  const recorded = await kit.done(
    recordRequest(kit, kind, { [`${kind}_consent_identity`]: identity }),
  );
  return recorded.body;
}

async function idOf(kit: Kit, social_security_number: string): Promise<string> {
  const query = { network_id: kit.networkId, social_security_number };
  const found = await kit.done(get(withQuery('/v1/entities/consumer/search', query)));
  return textIn(listIn(found.body)[0], 'id');
}
