import { listIn, memberOf, textIn } from '../../http/answer.js';
import { get, withQuery } from '../../http/request.js';
import { noResult } from '../../run/expect.js';
import type { Kit } from '../../kit/kit.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { kybProductId } from '../products.js';
import { requireEvent } from '../query-events.js';
import { asked, demandingPolicy, onlyIdentity } from './asking.js';
import { consentOf, knownBusiness, kybQuery } from './business.js';

const PATH = '/v1/query-events';

/** The billing event of a KYB query (design 9). */
export const kybEventRows: readonly Row[] = [
  {
    section: 'design 9',
    says: 'the query event of a result has the institution, the subject, the contributing furnishers and the consent',
    check: async (kit) => {
      const { id, identity } = await knownBusiness(kit);
      const consent_id = await consentOf(kit, identity);
      const answer = await kit.done(kybQuery(kit, { consent_id }));
      await requireEvent(kit, answer, {
        product_id: await kybProductId(kit),
        product_slug: 'kyb_certificate',
        kind: 'product',
        account_id: await accountOf(kit, consent_id),
        subject_type: 'business',
        subject_id: id,
        consent_id,
        furnishing_entity_ids: [kit.entityId],
        certificate_id: textIn(answer.body, 'certificate_id'),
      });
    },
  },
  {
    section: 'design 9',
    says: 'the query event of an empty result shows its policy, and that it is billable',
    check: async (kit) => {
      const policy_id = await demandingPolicy(kit);
      const { id } = await onlyIdentity(kit);
      const answer = await kit.send(kybQuery(kit, { business_id: id, policy_id }));
      noResult(answer);
      await requireEvent(kit, answer, {
        policy_id,
        policy_version: 2,
        subject_id: id,
        consent_id: null,
        furnishing_entity_ids: [],
        certificate_id: null,
      });
    },
  },
  {
    section: 'design 9',
    says: 'GET /v1/query-events gives a page of no more than limit, and a cursor to the next',
    check: async (kit) => {
      const query = await asked(kit);
      for (let n = 0; n < 3; n += 1) await kit.done(query);
      const page = (cursor?: string) =>
        kit.send(get(withQuery(PATH, { network_id: kit.networkId, limit: 1, cursor })));
      const first = await page();
      const second = await page(textIn(first.body, 'next_cursor'));
      const ids = [first, second].map(({ body }) =>
        listIn(body, 'data').map((event) => memberOf(event, 'query_event_id')),
      );
      const [one, other] = ids;
      if (one?.length === 1 && other?.length === 1 && one[0] !== other[0]) return;
      throw new Mismatch('one event, and another one', JSON.stringify(ids), second);
    },
  },
];

/** The account of the kit's token, as the history of a consent names it (design 6). */
async function accountOf(kit: Kit, consentId: string): Promise<string> {
  const history = await kit.send(get(`/v1/consent/business/${consentId}/events`));
  return textIn(history.body, 'data', 0, 'account_id');
}
