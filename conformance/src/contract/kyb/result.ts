import { randomUUID } from 'node:crypto';
import { memberOf } from '../../http/answer.js';
import { post, withBody } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import {
  all,
  envelope,
  noResult,
  ok,
  requireReference,
  requireValues,
  that,
} from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { queryEventsDuring } from '../query-events.js';
import { asked, demandingPolicy, onlyIdentity, RESULT } from './asking.js';
import { kybQuery, KYB_QUERY } from './business.js';
import { SECTIONS } from './sections.js';

/** The content of the result, and when there is none (contract 2.8, 7.3, design 9). */
export const kybResultRows: readonly Row[] = [
  ...SECTIONS.map(({ name, example }) => ({
    section: '2.8',
    says: `result.${name} has exactly the furnished values, and their furnisher`,
    check: async (kit: Kit) => {
      const answer = await kit.done(await asked(kit));
      requireValues(answer, memberOf(answer.body, 'result', name), {
        ...example,
        furnishing_entity_id: kit.entityId,
      });
    },
  })),
  ...cases('7.3', [
    {
      says: 'a query without a result that satisfies the policy is a 204 with X-Ref-Id',
      request: async (kit) =>
        kybQuery(kit, {
          business_id: (await onlyIdentity(kit)).id,
          policy_id: await demandingPolicy(kit),
        }),
      expect: noResult,
    },
    {
      says: 'X-Ref-Id of a result is its query_event_id',
      request: asked,
      expect: (answer) =>
        requireValues(answer, answer.body, { query_event_id: requireReference(answer) }),
    },
  ]),
  ...cases('design 9', [
    {
      says: 'a section without data is null, and so is a field',
      request: async (kit) => kybQuery(kit, { business_id: (await onlyIdentity(kit)).id }),
      expect: all(
        ok(RESULT),
        that('the other sections and fields to be null', ({ body }) =>
          [
            ['business_risk_compliance_assessment'],
            ['business_identity_verification', 'data', 'business_registration_status'],
          ].every((path) => memberOf(body, 'result', ...path) === null),
        ),
      ),
    },
    {
      says: 'an unknown business is a 404',
      request: (kit) => kybQuery(kit, { business_id: randomUUID() }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a business of another network is a 404 there',
      request: async (kit) => withBody(await asked(kit), { network_ids: [kit.otherNetworkId] }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'an unknown policy is a 404',
      request: async (kit) => withBody(await asked(kit), { policy_id: randomUUID() }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'one listed network in which the caller does not query fails the whole call: 403',
      request: async (kit) =>
        withBody(await asked(kit), { network_ids: [kit.networkId, randomUUID()] }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'a query in a network to which the institution does not belong is denied',
      needs: ['other'],
      request: async (kit) => ({ ...(await asked(kit)), as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
  ]),
  {
    section: 'design 9',
    says: 'there is one query event for each 200 and 204, and none for an error',
    check: async (kit) =>
      queryEventsDuring(kit, [
        await asked(kit),
        kybQuery(kit, {
          business_id: (await onlyIdentity(kit)).id,
          policy_id: await demandingPolicy(kit),
        }),
        kybQuery(kit, {}),
        kybQuery(kit, { business_id: randomUUID() }),
        post(KYB_QUERY, {}),
      ]),
  },
];
