import { randomUUID } from 'node:crypto';
import { textIn } from '../http/answer.js';
import { del, get, post } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, envelope, ok, shapeError, that } from '../run/expect.js';
import { JUST_NOW, SOME_UUID } from '../run/like.js';
import { Mismatch } from '../run/mismatch.js';
import { everything, pageOf } from '../run/pages.js';
import type { Row } from '../run/row.js';
import { bodyRows } from '../shape/body-rows.js';
import { fields } from '../shape/fields.js';
import { record } from '../shape/shape.js';

const CLIENTS = '/v1/clients';

const CLIENT = record(
  'account_id registered_by: uuid  subject client_id name token_binding status: string  permissions network_ids: string[]  addresses: string[] | null  registered_at: date-time  removed_at: date-time | null',
);

const terms = (kit: Kit, difference: object = {}) => ({
  subject: `conformance-${randomUUID()}`,
  client_id: 'conformance-client',
  name: 'Conformance',
  permissions: ['network:read'],
  network_ids: [kit.networkId],
  ...difference,
});

/** Registers a client, which the kit removes at the end. */
async function aClient(kit: Kit, difference: object = {}) {
  const input = terms(kit, difference);
  const { body } = await kit.done(post(CLIENTS, input));
  const id = textIn(body, 'account_id');
  kit.clients.add(id);
  return { input, id, path: `${CLIENTS}/${id}` };
}

const listed = async (kit: Kit) => (await everything(kit, CLIENTS, 'account_id')).ids;

function requireListed(ids: readonly string[], id: string): void {
  if (!ids.includes(id)) throw new Mismatch(`a list with ${id}`, ids.join(', '));
}

/** Clients that an institution registers (decision 0124). */
export const clientRows: readonly Row[] = [
  ...bodyRows({
    section: 'decision 0124',
    name: 'POST /v1/clients',
    fields: fields('subject client_id name: string  permissions: string[]  network_ids: uuid[]'),
    request: (kit) => post(CLIENTS, terms(kit)),
  }),
  ...cases('decision 0124', [
    {
      says: 'POST /v1/clients gives the client with its terms',
      request: (kit) => post(CLIENTS, terms(kit, { addresses: ['192.0.2.0/24', '2001:db8::/32'] })),
      expect: (answer, kit) => {
        kit.clients.add(textIn(answer.body, 'account_id'));
        ok(CLIENT, {
          account_id: SOME_UUID,
          client_id: 'conformance-client',
          token_binding: 'optional',
          status: 'active',
          registered_at: JUST_NOW,
          removed_at: null,
        })(answer);
        that('the stated networks, permissions and addresses', ({ body }) => {
          const { network_ids, permissions, addresses } = Object(body) as Record<string, unknown>;
          return (
            JSON.stringify([network_ids, permissions, addresses]) ===
            JSON.stringify([[kit.networkId], ['network:read'], ['192.0.2.0/24', '2001:db8::/32']])
          );
        })(answer);
      },
    },
    {
      says: 'a client can require tokens with a proof of their key',
      request: (kit) => post(CLIENTS, terms(kit, { token_binding: 'required' })),
      expect: (answer, kit) => {
        kit.clients.add(textIn(answer.body, 'account_id'));
        ok(CLIENT, { token_binding: 'required' })(answer);
      },
    },
    {
      says: 'a token_binding that does not exist is a 422',
      request: (kit) => post(CLIENTS, terms(kit, { token_binding: 'always' })),
      expect: shapeError('body -> token_binding'),
    },
    {
      says: 'GET /v1/clients lists a client until it is removed',
      request: () => get(CLIENTS),
      expect: async (answer, kit) => {
        pageOf(CLIENT)(answer);
        const { id, path } = await aClient(kit);
        requireListed(await listed(kit), id);
        await kit.done(del(path));
        if ((await listed(kit)).includes(id)) throw new Mismatch('no removed client', id);
      },
    },
    {
      says: 'a subject has one registration',
      request: async (kit) => post(CLIENTS, (await aClient(kit)).input),
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: 'a client is not registered for a network of others',
      request: (kit) => post(CLIENTS, terms(kit, { network_ids: [randomUUID()] })),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'an address of a client that is none is a 400',
      request: (kit) => post(CLIENTS, terms(kit, { addresses: ['localhost'] })),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: 'a client has no permission of the operator of the system',
      request: (kit) => post(CLIENTS, terms(kit, { permissions: ['service:redrive'] })),
      expect: shapeError('body -> permissions -> 0'),
    },
    {
      says: 'DELETE /v1/clients/{account_id} suspends the client, and a repeated request confirms that',
      request: async (kit) => {
        const { path } = await aClient(kit);
        await kit.done(del(path));
        return del(path);
      },
      expect: all(
        ok(CLIENT, { status: 'suspended' }),
        that('a time of the removal', ({ body }) => textIn(body, 'removed_at') !== 'null'),
      ),
    },
    {
      says: 'an unknown client is a 404',
      request: () => del(`${CLIENTS}/${randomUUID()}`),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a client of another institution is a 404',
      needs: ['other'],
      request: async (kit) => del((await aClient(kit)).path, { as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
];
