import { randomUUID } from 'node:crypto';
import { textIn } from '../../http/answer.js';
import { get, post, put, withQuery, type Request } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, shapeError, type Values, requireValues } from '../../run/expect.js';
import { itemIn, pageOf } from '../../run/pages.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { queryRows } from '../../shape/query-rows.js';
import { kybProductId } from '../products.js';
import { configuration, PATH, POLICY } from './furnishing-policy.js';

const TERMS = `source_default_slug?: string | null  active_on? deprecated_on?: date-time | null
  policy_metadata?: object`;

export async function createRequest(kit: Kit, change: Values = {}): Promise<Request> {
  return post(PATH, {
    product_id: await kybProductId(kit),
    network_id: kit.networkId,
    name: `furnishing ${randomUUID()}`,
    ...change,
  });
}

export async function create(kit: Kit, change: Values = {}): Promise<string> {
  const created = await kit.done(await createRequest(kit, change));
  return textIn(created.body, 'id');
}

const draft = fixture((kit) => create(kit));

/** Active only in the past, so that it does not apply to the kit's data. */
const retired = {
  active_on: '2020-01-01T00:00:00.000Z',
  deprecated_on: '2020-01-02T00:00:00.000Z',
};

const read = (id: string, network_id: string) => get(withQuery(`${PATH}/${id}`, { network_id }));

/** `GET .../{policy_id}` of contract 4.4; `POST`, list and configuration of design 7. */
export const furnishingPolicyRows: readonly Row[] = [
  ...queryRows({
    section: '4.4',
    name: `${PATH}/{policy_id}`,
    path: async (kit) => `${PATH}/${await draft(kit)}`,
    parameters: fields('network_id: uuid'),
    valid: (kit) => ({ network_id: kit.networkId }),
  }),
  ...cases('2.6', [
    {
      says: 'the record has the values that its author set',
      request: async (kit) =>
        read(await create(kit, { ...retired, source_default_slug: 'strict' }), kit.networkId),
      expect: async (answer, kit) =>
        ok(POLICY, {
          ...retired,
          source_default_slug: 'strict',
          policy_metadata: {},
          entity_id: kit.entityId,
          network_id: kit.networkId,
        })(answer),
    },
  ]),
  ...cases('4.4', [
    {
      says: `GET ${PATH}/{policy_id} gives the furnishing policy`,
      request: async (kit) => read(await draft(kit), kit.networkId),
      expect: async (answer, kit) =>
        ok(POLICY, { id: await draft(kit), network_id: kit.networkId, version: 1 })(answer),
    },
    {
      says: `GET ${PATH}/{policy_id} with an id that is no uuid is a 422 of the path`,
      request: (kit) => read('no-uuid', kit.networkId),
      expect: shapeError('path -> policy_id'),
    },
  ]),
  ...cases('7.5', [
    {
      says: `GET ${PATH}/{policy_id} of an unknown policy is a 404`,
      request: (kit) => read(randomUUID(), kit.networkId),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `PUT ${PATH}/{policy_id}/configuration of an unknown policy is a 404`,
      request: () => put(configuration(randomUUID()), { name: 'unknown' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'a furnishing policy read in another network is a 404',
      request: async (kit) => read(await draft(kit), kit.otherNetworkId),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a furnishing policy of a network to which the institution does not belong is a 404',
      needs: ['other'],
      request: async (kit) => ({ ...read(await draft(kit), kit.networkId), as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  ...bodyRows({
    section: 'design 7',
    name: `POST ${PATH}`,
    fields: fields(`network_id product_id: uuid  name: string  schema_version?: string  ${TERMS}`),
    request: (kit) => createRequest(kit, retired),
  }),
  ...bodyRows({
    section: 'design 7',
    name: `PUT ${PATH}/{policy_id}/configuration`,
    fields: fields(`name?: string  expected_version?: integer  ${TERMS}`),
    request: async (kit) => put(configuration(await draft(kit)), {}),
  }),
  ...cases('design 7', [
    {
      says: `POST ${PATH} gives a draft of the furnishing policy, at version 1`,
      request: (kit) => createRequest(kit),
      expect: ok(POLICY, { version: 1, active_on: null }),
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
      says: `GET ${PATH} of a network to which the caller does not belong is denied`,
      request: () => get(withQuery(PATH, { network_id: randomUUID() })),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'a draft is configured, and each save makes a new version',
      request: async (kit) =>
        put(configuration(await create(kit)), { policy_metadata: { max_age_days: 30 } }),
      expect: ok(POLICY, { version: 2, policy_metadata: { max_age_days: 30 } }),
    },
    {
      says: 'an active policy is immutable: 409',
      request: async (kit) =>
        put(configuration(await create(kit, retired)), { policy_metadata: {} }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'an expected_version that is not the current one is a 409',
      request: async (kit) => put(configuration(await draft(kit)), { expected_version: 999 }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'policy_metadata with a member that is no rule is a 422 that names it',
      request: (kit) => createRequest(kit, { policy_metadata: { note: 'x' } }),
      expect: shapeError('body -> policy_metadata -> note'),
    },
    {
      says: 'policy_metadata that requires an unknown field is a 400',
      request: (kit) => createRequest(kit, { policy_metadata: { required_fields: ['aura.hue'] } }),
      expect: envelope('VALIDATION_ERROR'),
    },
  ]),
];
