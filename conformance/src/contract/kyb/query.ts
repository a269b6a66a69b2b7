import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn } from '../../http/answer.js';
import { post, withBody } from '../../http/request.js';
import { cases } from '../../run/cases.js';
import { all, envelope, noResult, ok, requireValues, shapeError, that } from '../../run/expect.js';
import { JUST_NOW } from '../../run/like.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { consentOf, knownBusiness, kybQuery, KYB_QUERY } from './business.js';
import { asked, demandingPolicy, RESULT } from './asking.js';

const BODY = fields(`
  network_ids: uuid[]
  policy_id?: uuid | open
  furnishing_entity_ids?: uuid[] | open
  consent_id?: string | open
  business_id?: uuid | open
`);

/** Requests and responses of the query (contract 4.5). */
export const kybQueryRows: readonly Row[] = [
  ...bodyRows({ section: '4.5', name: `POST ${KYB_QUERY}`, fields: BODY, request: asked }),
  ...cases('4.5', [
    {
      says: 'a query by business_id (permissible purpose) gives the KYB result',
      request: asked,
      expect: ok(RESULT),
    },
    {
      says: 'a query by consent_id gives the KYB result of the business that consented',
      request: async (kit) => {
        const { identity } = await knownBusiness(kit);
        return kybQuery(kit, { consent_id: await consentOf(kit, identity) });
      },
      expect: async (answer, kit) =>
        ok(RESULT, { business_id: (await knownBusiness(kit)).id })(answer),
    },
    {
      says: 'network_ids has at least one network',
      request: () => post(KYB_QUERY, { network_ids: [], business_id: randomUUID() }),
      expect: shapeError('body -> network_ids'),
    },
    {
      says: 'a query without a subject is a 400 VALIDATION_ERROR that names the required members',
      request: (kit) => kybQuery(kit, {}),
      expect: all(
        envelope('VALIDATION_ERROR'),
        that('a detail that names consent_id and consumer_id', ({ body }) =>
          /consent_id.*consumer_id/s.test(textIn(body, 'detail')),
        ),
      ),
    },
    {
      says: 'consumer_id alone does not identify a business: 400',
      request: (kit) => kybQuery(kit, { consumer_id: randomUUID() }),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: 'furnishing_entity_ids that is empty considers all furnishers',
      request: async (kit) => withBody(await asked(kit), { furnishing_entity_ids: [] }),
      expect: ok(RESULT),
    },
    {
      says: 'furnishing_entity_ids that names the furnisher finds its data',
      request: async (kit) => withBody(await asked(kit), { furnishing_entity_ids: [kit.entityId] }),
      expect: ok(RESULT),
    },
    {
      says: 'furnishing_entity_ids that names another furnisher leaves nothing: 204',
      request: async (kit) => withBody(await asked(kit), { furnishing_entity_ids: [randomUUID()] }),
      expect: noResult,
    },
    {
      says: 'a result over two networks has the first listed in result.meta.network_id',
      request: async (kit) =>
        withBody(await asked(kit), { network_ids: [kit.otherNetworkId, kit.networkId] }),
      expect: (answer, kit) => {
        ok(RESULT)(answer);
        const meta = memberOf(answer.body, 'result', 'meta');
        requireValues(answer, meta, { network_id: kit.otherNetworkId });
      },
    },
    {
      says: 'a result over two networks names each with its policy and version, and when it was issued',
      request: async (kit) => {
        const network_ids = [kit.otherNetworkId, kit.networkId];
        return withBody(await asked(kit), { network_ids, policy_id: await demandingPolicy(kit) });
      },
      expect: async (answer, kit) => {
        ok(RESULT)(answer);
        const meta = memberOf(answer.body, 'result', 'meta');
        requireValues(answer, meta, { consent_id: null, issued_at: JUST_NOW });
        const policy = { policy_id: await demandingPolicy(kit), policy_version: 2 };
        for (const [index, network_id] of [kit.otherNetworkId, kit.networkId].entries()) {
          requireValues(answer, listIn(meta, 'networks')[index], { network_id, ...policy });
        }
      },
    },
    {
      says: 'a named policy applies, and result.meta.policy_id names it',
      request: async (kit) => withBody(await asked(kit), { policy_id: await demandingPolicy(kit) }),
      expect: async (answer, kit) => {
        ok(RESULT)(answer);
        const meta = memberOf(answer.body, 'result', 'meta');
        requireValues(answer, meta, { policy_id: await demandingPolicy(kit) });
      },
    },
  ]),
];
