import { randomUUID } from 'node:crypto';
import { listIn, memberOf } from '../http/answer.js';
import { get, post, withBody, withQuery } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { consentIdentity } from '../kit/subjects.js';
import { envelope, requireValues, shapeError } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { CONSENT_KINDS, recordRequest, type ConsentKind } from './consent/records.js';
import { ABSENT, withMember } from '../shape/change.js';
import { makeKnown } from './search-subjects.js';
import { aSubject, furnishRequest } from './templates/requests.js';
import { totalConsumerLiabilitiesFurnish } from './templates/total-consumer-liabilities.js';

const NAME_OF = { consumer: 'last_name', business: 'business_legal_name' } as const;

/** The order of search results, and searches after rejected requests (design 5). */
export const searchResultRows: readonly Row[] = [
  ...CONSENT_KINDS.map((kind) => ({
    section: 'design 5',
    says: `GET /v1/entities/${kind}/search without criteria gives the newest first`,
    check: async (kit: Kit) => {
      const names = [randomUUID(), randomUUID(), randomUUID()];
      for (const name of names) await makeKnown(kit, kind, { [NAME_OF[kind]]: name });
      const answer = await search(kit, kind, { limit: 3 });
      const found = listIn(answer.body).map((item) => memberOf(item, NAME_OF[kind]));
      if (found.join() === [...names].reverse().join()) return;
      throw new Mismatch([...names].reverse().join(', '), found.join(', '), answer);
    },
  })),
  {
    section: '2.3',
    says: 'GET /v1/entities/consumer/search returns an unknown email as an empty text',
    check: async (kit) => {
      const subject = aSubject({ subject: 'consumer' });
      const { data } = totalConsumerLiabilitiesFurnish;
      const request = furnishRequest(totalConsumerLiabilitiesFurnish, kit, subject, data);
      const body = withMember(request.body, ['personal_email'], ABSENT);
      await kit.done({ ...request, body });
      const { social_security_number } = subject;
      const answer = await search(kit, 'consumer', {
        social_security_number: String(social_security_number),
      });
      requireValues(answer, listIn(answer.body)[0], { personal_email: '' });
    },
  },
  {
    section: '7.3',
    says: 'a request rejected with 400 or 422 creates no subject',
    check: async (kit) => {
      const identity = consentIdentity();
      const valid = recordRequest(kit, 'consumer', { consumer_consent_identity: identity });
      const affirmation = { did_gather_consent_from_consumer_prior: false };
      envelope('VALIDATION_ERROR')(await kit.send(withBody(valid, affirmation)));
      envelope('VALIDATION_ERROR')(await kit.send(withBody(valid, { scope: 'no_such_product' })));
      shapeError('body -> no_such_field')(await kit.send(withBody(valid, { no_such_field: 1 })));
      const query = { social_security_number: identity.social_security_number };
      const answer = await search(kit, 'consumer', query);
      if (listIn(answer.body).length > 0) throw new Mismatch('nobody', answer.text, answer);
      await kit.done(post(valid.path, valid.body));
      const known = await search(kit, 'consumer', query);
      requireValues(known, listIn(known.body)[0], { last_name: identity.last_name });
    },
  },
];

async function search(
  kit: Kit,
  kind: ConsentKind,
  query: Readonly<Record<string, string | number>>,
) {
  const path = `/v1/entities/${kind}/search`;
  const answer = await kit.done(get(withQuery(path, { network_id: kit.networkId, ...query })));
  return answer;
}
