import { randomUUID } from 'node:crypto';
import { listIn, memberOf } from '../../http/answer.js';
import { get, put, withBody, withQuery } from '../../http/request.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, requireValues, that } from '../../run/expect.js';
import { itemIn, pageOf } from '../../run/pages.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { queryRows } from '../../shape/query-rows.js';
import { configuration, create, createRequest, draft, PATH, POLICY } from './querying-policy.js';

/** `POST` of contract 4.4, `GET` and list of design 7. */
export const queryingPolicyRows: readonly Row[] = [
  ...bodyRows({
    section: '4.4',
    name: `POST ${PATH}`,
    fields: fields('product_id network_id: uuid  name: string  copy_of?: uuid'),
    request: (kit) => createRequest(kit),
  }),
  ...queryRows({
    section: 'design 7',
    name: PATH,
    path: () => PATH,
    parameters: fields('network_id: uuid  product_id?: uuid'),
    valid: (kit) => ({ network_id: kit.networkId }),
  }),
  ...cases('4.4', [
    {
      says: `POST ${PATH} gives the policy record`,
      request: (kit) => createRequest(kit),
      expect: (answer, kit) =>
        ok(POLICY, { network_id: kit.networkId, entity_id: kit.entityId, status: 'draft' })(answer),
    },
    {
      says: `POST ${PATH} resolves the same pair to the same network-product association`,
      request: (kit) => createRequest(kit),
      expect: async (answer, kit) => {
        ok(POLICY)(answer);
        const again = await kit.send(await createRequest(kit));
        requireValues(again, again.body, {
          network_product_id: memberOf(answer.body, 'network_product_id'),
        });
      },
    },
    {
      says: `POST ${PATH} with copy_of has the rules of the copied policy, as a draft`,
      request: async (kit) => {
        const copied = await create(kit);
        await kit.done(put(configuration(copied), { permissible_purposes: ['employment'] }));
        return withBody(await createRequest(kit), { copy_of: copied });
      },
      expect: (answer) => {
        ok(POLICY, { status: 'draft', is_default: false })(answer);
        const purposes = listIn(answer.body, 'permissible_purposes').join();
        that('the purpose employment', () => purposes === 'employment')(answer);
      },
    },
    {
      says: `POST ${PATH} in a network to which the caller does not belong is denied`,
      request: async (kit) => {
        return withBody(await createRequest(kit), { network_id: randomUUID() });
      },
      expect: envelope('PERMISSION_DENIED'),
    },
  ]),
  ...cases('7.2', [
    {
      says: `POST ${PATH} with a name that the pair has already is a 409`,
      request: async (kit) => {
        const request = await createRequest(kit);
        await kit.done(request);
        return request;
      },
      expect: envelope('RESOURCE_CONFLICT'),
    },
  ]),
  ...cases('design 7', [
    {
      says: `POST ${PATH} for a product that does not exist is a 400`,
      request: async (kit) => {
        return withBody(await createRequest(kit), { product_id: randomUUID() });
      },
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `GET ${PATH} lists the policies of a network`,
      request: async (kit) => {
        await draft(kit);
        return get(withQuery(PATH, { network_id: kit.networkId }));
      },
      expect: async (answer, kit) => {
        pageOf(POLICY)(answer);
        const query = { network_id: kit.networkId };
        requireValues(answer, await itemIn(kit, PATH, 'id', await draft(kit), query), query);
      },
    },
    {
      says: `GET ${PATH}/{policy_id} gives the policy record`,
      request: async (kit) => get(`${PATH}/${await draft(kit)}`),
      expect: async (answer, kit) =>
        ok(POLICY, { id: await draft(kit), network_id: kit.networkId })(answer),
    },
    {
      says: `GET ${PATH}/{policy_id} of an unknown policy is a 404`,
      request: () => get(`${PATH}/${randomUUID()}`),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'a querying policy of a network to which the institution does not belong is a 404',
      needs: ['other'],
      request: async (kit) => get(`${PATH}/${await draft(kit)}`, { as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
];
