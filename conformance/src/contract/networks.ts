import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn } from '../http/answer.js';
import { del, get, post, put } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, envelope, ok, shapeError, that, type Expectation } from '../run/expect.js';
import { JUST_NOW, SOME_TEXT } from '../run/like.js';
import { everything, pageOf } from '../run/pages.js';
import type { Row } from '../run/row.js';
import { bodyRows } from '../shape/body-rows.js';
import { fields } from '../shape/fields.js';
import { record } from '../shape/shape.js';

const NETWORK = record(
  'network_id: uuid  name identity_visibility records_of_leavers policy_changes: string  direct_changes_requested_by: uuid | null  dispute_acknowledge_days dispute_decide_days: integer  roles: string[]  created_at: date-time  revision: integer',
);
const MEMBERSHIP = record(
  'network_id entity_id: uuid  roles: string[]  joined_at: date-time  revision: integer',
);
const INSTITUTION = record('entity_id: uuid  name: string  roles: string[]  created_at: date-time');
const ACCOUNT = record('account_id entity_id: uuid  subject: string  status: string');

const network = (kit: Kit) => `/v1/networks/${kit.networkId}`;

const anInstitution = () => {
  const org_id = `conformance-${randomUUID()}`;
  return { name: org_id, org_id, roles: ['querier'] };
};

/** Registers an institution in the kit's network; returns the path of its accounts. */
async function register(kit: Kit): Promise<{ readonly id: string; readonly accounts: string }> {
  const answer = await kit.send(post(`${network(kit)}/institutions`, anInstitution()));
  ok(INSTITUTION)(answer);
  const id = textIn(answer.body, 'entity_id');
  return { id, accounts: `${network(kit)}/institutions/${id}/accounts` };
}

/** Networks, institutions, accounts and memberships (design 7). */
export const networkRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 7',
    name: 'POST /v1/networks/{network_id}/institutions',
    fields: fields('name org_id: string  roles: string[]  entity_id?: uuid | open'),
    request: (kit) => post(`${network(kit)}/institutions`, anInstitution()),
  }),
  ...bodyRows({
    section: 'design 5',
    name: 'PUT /v1/networks/{network_id}',
    fields: fields(
      'identity_visibility? records_of_leavers? policy_changes?: string  dispute_acknowledge_days? dispute_decide_days? expected_revision?: integer',
    ),
    request: (kit) => put(network(kit), { identity_visibility: 'network' }),
  }),
  ...bodyRows({
    section: 'design 7',
    name: 'PUT /v1/networks/{network_id}/memberships/{entity_id}',
    fields: fields('roles: string[]  expected_revision?: integer'),
    request: (kit) => put(`${network(kit)}/memberships/${randomUUID()}`, { roles: ['querier'] }),
  }),
  ...cases('design 7', [
    {
      says: 'GET /v1/networks/{network_id} gives the network with the roles of the caller',
      request: (kit) => get(network(kit)),
      expect: (answer, kit) => {
        ok(NETWORK, { network_id: kit.networkId, name: SOME_TEXT, created_at: JUST_NOW })(answer);
        hasEveryRole(answer.body)(answer);
      },
    },
    {
      says: 'a change of a network that expects another revision is a 409',
      request: (kit) => put(network(kit), { expected_revision: 999_999 }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'an identity_visibility that does not exist is a 422',
      request: (kit) => put(network(kit), { identity_visibility: 'all' }),
      expect: shapeError('body -> identity_visibility'),
    },
    {
      says: 'the identity_visibility of a network of others cannot be set',
      needs: ['other'],
      request: (kit) => put(network(kit), { identity_visibility: 'related' }, { as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'GET /v1/networks lists the networks of the caller',
      request: () => get('/v1/networks'),
      expect: async (answer, kit) => {
        pageOf(NETWORK)(answer);
        const { ids } = await everything(kit, '/v1/networks', 'network_id');
        that('both networks', () =>
          [kit.networkId, kit.otherNetworkId].every((id) => ids.includes(id)),
        )(answer);
      },
    },
    {
      says: 'GET .../memberships lists the members',
      request: (kit) => get(`${network(kit)}/memberships`),
      expect: (answer, kit) => {
        pageOf(MEMBERSHIP)(answer);
        const own = listIn(answer.body, 'data').find(
          (m) => memberOf(m, 'entity_id') === kit.entityId,
        );
        hasEveryRole(own)(answer);
      },
    },
    {
      says: 'GET .../institutions lists the members',
      request: (kit) => get(`${network(kit)}/institutions`),
      expect: (answer, kit) => {
        pageOf(INSTITUTION)(answer);
        const ids = listIn(answer.body, 'data').map((one) => textIn(one, 'entity_id'));
        that('the own institution', () => ids.includes(kit.entityId))(answer);
      },
    },
    {
      says: 'a membership of an institution that does not exist is a 404',
      request: (kit) => put(`${network(kit)}/memberships/${randomUUID()}`, { roles: ['querier'] }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a membership that expects another revision is a 409',
      request: async (kit) =>
        put(`${network(kit)}/memberships/${(await register(kit)).id}`, {
          roles: ['querier'],
          expected_revision: 999,
        }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'a network is never left without a governor: 409',
      request: (kit) => del(`${network(kit)}/memberships/${kit.entityId}`),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'an institution with the organization of another is a 409',
      request: async (kit) => {
        const request = post(`${network(kit)}/institutions`, anInstitution());
        await kit.done(request);
        return request;
      },
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'a network to which the caller does not belong is denied',
      needs: ['other'],
      request: (kit) => get(network(kit), { as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'a network of others cannot be administered',
      needs: ['other'],
      request: (kit) => post(`${network(kit)}/institutions`, anInstitution(), { as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
  ]),
  {
    section: 'design 7',
    says: 'an institution is registered, admitted with other roles, and leaves again',
    check: async (kit) => {
      const path = `${network(kit)}/memberships/${(await register(kit)).id}`;
      const changed = await kit.send(put(path, { roles: ['furnisher'] }));
      all(
        ok(MEMBERSHIP),
        that('the role furnisher', ({ body }) => listIn(body, 'roles').join() === 'furnisher'),
      )(changed);
      const ended = await kit.send(del(path));
      const isEnded = all(
        ok(MEMBERSHIP),
        that('no role', ({ body }) => listIn(body, 'roles').length === 0),
      );
      isEnded(ended);
      // A repetition confirms the end to a caller that got no answer.
      isEnded(await kit.send(del(path)));
    },
  },
  {
    section: 'design 7',
    says: "an institution's accounts are added, listed and suspended",
    check: async (kit) => {
      const { accounts } = await register(kit);
      const added = await kit.send(post(accounts, { subject: `user-${randomUUID()}` }));
      ok(ACCOUNT, { status: 'active' })(added);
      const id = textIn(added.body, 'account_id');
      const listed = await kit.send(get(accounts));
      all(
        pageOf(ACCOUNT),
        that('the account', ({ body }) =>
          listIn(body, 'data').some((account) => memberOf(account, 'account_id') === id),
        ),
      )(listed);
      const suspended = await kit.send(put(`${accounts}/${id}`, { status: 'suspended' }));
      ok(ACCOUNT, { status: 'suspended' })(suspended);
    },
  },
];

function hasEveryRole(owner: unknown): Expectation {
  return that('the roles governor, furnisher and querier', () => {
    const roles = new Set(listIn(owner, 'roles'));
    return ['governor', 'furnisher', 'querier'].every((role) => roles.has(role));
  });
}
