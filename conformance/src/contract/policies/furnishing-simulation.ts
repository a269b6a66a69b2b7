import { randomUUID } from 'node:crypto';
import { memberOf, type Answer } from '../../http/answer.js';
import { post } from '../../http/request.js';
import { businessIdentity } from '../../kit/subjects.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import { furnishRequest } from '../kyb/business.js';
import { AT } from '../templates/template.js';
import { PATH } from './furnishing-policy.js';
import { create } from './furnishing.js';

const SIMULATION = record(
  `policy_id network_id product_id: uuid
   from to examined_until: date-time
   examined_records accepted_records refused_records: integer
   refusals furnishers: object[]
   next_cursor: string | null`,
  {
    refusals: record('code path: string  count: integer'),
    furnishers: record('furnishing_entity_id: uuid  examined_records refused_records: integer'),
  },
);

const ITEM = `${PATH}/{policy_id}/simulation`;
const MODEL = 'business_identity_verification';
const NEEDS_WEBSITE = { required_fields: [`${MODEL}.business_website_url`] };

const simulate = (id: string, change: Values = {}) =>
  post(`${PATH}/${id}/simulation`, { from: '2020-01-01T00:00:00Z', ...change });

/** The simulation of a furnishing policy over past records (design 7). */
export const furnishingSimulationRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 7',
    name: `POST ${ITEM}`,
    fields: fields('from: date-time  to?: date-time  cursor?: string  policy_metadata?: object'),
    request: async (kit) => simulate(await create(kit)),
  }),
  ...cases('design 7', [
    {
      says: `POST ${ITEM} of an unknown policy is a 404`,
      request: () => simulate(randomUUID()),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `POST ${ITEM} with an unknown field is a 400`,
      request: async (kit) =>
        simulate(await create(kit), { policy_metadata: { required_fields: [`${MODEL}.aura`] } }),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `POST ${ITEM} of a period that ends before it begins is a 400`,
      request: async (kit) => simulate(await create(kit), { to: '2019-01-01T00:00:00Z' }),
      expect: envelope('VALIDATION_ERROR'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'a simulation of a furnishing policy of such a network is a 404, too',
      needs: ['other'],
      request: async (kit) => ({ ...simulate(await create(kit)), as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 7',
    says: `POST ${ITEM} counts the accepted records that the rules would refuse`,
    check: async (kit) => {
      const assertions = { [`${MODEL}_performed_timestamp`]: AT };
      const section = { assertions, data: { business_entity_type: 'corporation' } };
      const furnished = { business_identity: businessIdentity(), [MODEL]: section };
      await kit.done(furnishRequest(kit, [furnished]));
      const id = await create(kit);
      const of = { policy_id: id, network_id: kit.networkId };
      const unrestricted = await kit.send(simulate(id, { policy_metadata: {} }));
      ok(SIMULATION, { ...of, refused_records: 0, refusals: [] })(unrestricted);
      const narrow = await kit.send(simulate(id, { policy_metadata: NEEDS_WEBSITE }));
      ok(SIMULATION, of)(narrow);
      const refused = countIn(narrow, 'refused_records');
      const sum = countIn(narrow, 'accepted_records') + refused;
      if (refused > 0 && countIn(narrow, 'examined_records') === sum) return;
      throw new Mismatch('a refused record, and the sum of all', narrow.text, narrow);
    },
  },
];

function countIn({ body }: Answer, member: string): number {
  return Number(memberOf(body, member));
}
