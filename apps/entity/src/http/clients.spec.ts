import { randomUUID } from 'node:crypto';
import { ACTING_SERVICES, ClientChanged, type Permission, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, foundTwoNetworks, joinInstitution } from '../testing/participants.js';

const service = useEntityService();

const PERMISSIONS: readonly Permission[] = ['network:admin', 'network:read', 'data:furnish'];

/** A person who administers a bank that is a furnisher of a network. */
async function anAdministrator() {
  const { networkId, governor } = await foundNetwork(service);
  const bank = await joinInstitution(service, governor, networkId, 'furnisher');
  const [institution] = await service.sql<{ org_id: string }>(
    'select org_id from institution where id = $1',
    [bank.entity_id],
  );
  const person: Principal = { ...bank, permissions: PERMISSIONS };
  return { networkId, governor, person, organization: String(institution?.org_id) };
}

const terms = (networkId: string, difference: object = {}) => ({
  subject: `robot-${randomUUID()}`,
  client_id: 'nightly',
  name: 'Nightly furnishing',
  permissions: ['data:furnish', 'network:read'],
  network_ids: [networkId],
  ...difference,
});

interface Client {
  readonly account_id: string;
  readonly subject: string;
}

const register = (by: Principal, body: object) =>
  service.call<Client>(by, 'POST', '/v1/clients', body);
const remove = (by: Principal, accountId: string) =>
  service.call<Client>(by, 'DELETE', `/v1/clients/${accountId}`);
const resolve = (organization: string, subject: string) =>
  service.call('gateway', 'POST', '/internal/accounts/resolve', { organization, subject });

describe('a client', () => {
  test('is registered with an account, and resolved with its terms', async () => {
    const { networkId, person, organization } = await anAdministrator();
    const input = terms(networkId, { addresses: ['192.0.2.0/24', '2001:db8::1'] });
    const { status, body } = await register(person, input);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...input,
        account_id: expect.any(String),
        token_binding: 'optional',
        status: 'active',
        registered_by: person.account_id,
        registered_at: expect.any(String),
        removed_at: null,
      },
    });
    expect((await resolve(organization, input.subject)).body).toEqual({
      account_id: body.account_id,
      entity_id: person.entity_id,
      memberships: [{ network_id: networkId, roles: ['furnisher'], country: 'US' }],
      client: {
        client_id: 'nightly',
        permissions: input.permissions,
        addresses: ['192.0.2.0/24', '2001:db8::1'],
        token_binding: 'optional',
      },
    });
  });

  test('takes the account that its subject has, also a suspended one', async () => {
    const { networkId, governor, person, organization } = await anAdministrator();
    const accounts = `/v1/networks/${networkId}/institutions/${person.entity_id}/accounts`;
    const input = terms(networkId);
    const { subject } = input;
    const added = await service.call<Client>(governor, 'POST', accounts, { subject });
    const path = `${accounts}/${added.body.account_id}`;
    await service.call(governor, 'PUT', path, { status: 'suspended' });
    expect((await register(person, input)).body.account_id).toBe(added.body.account_id);
    expect((await resolve(organization, subject)).body).toMatchObject({
      client: { client_id: 'nightly' },
    });
  });

  test('acts in its networks only', async () => {
    const { networkId, otherNetworkId, governor } = await foundTwoNetworks(service);
    const person = { ...governor, permissions: PERMISSIONS };
    const { body } = await register(person, terms(networkId));
    const robot: Principal = { ...person, account_id: body.account_id };
    const networks = await service.call<{ data: { network_id: string }[] }>(
      robot,
      'GET',
      '/v1/networks',
    );
    expect(networks.body.data.map(({ network_id: id }) => id)).toEqual([networkId]);
    const path = `/v1/networks/${otherNetworkId}`;
    expect((await service.call(robot, 'GET', path)).body).toMatchObject({ reason: 'not_a_member' });
    expect((await service.call(person, 'GET', path)).status).toBe(200);
  });

  test('is listed for its own institution until it is removed', async () => {
    const { networkId, governor, person } = await anAdministrator();
    const [first, second] = [
      await register(person, terms(networkId)),
      await register(person, terms(networkId)),
    ];
    type Page = { data: Client[]; next_cursor: string };
    const page = async (query: string) =>
      (await service.call<Page>(person, 'GET', `/v1/clients?limit=1${query}`)).body;
    const start = await page('');
    const rest = await page(`&cursor=${start.next_cursor}`);
    expect([...start.data, ...rest.data]).toEqual([first.body, second.body]);
    await remove(person, first.body.account_id);
    expect((await page('')).data).toEqual([second.body]);
    const other = await service.call<Page>(governor, 'GET', '/v1/clients');
    expect(other.body.data).not.toContainEqual(second.body);
  });
});

describe('a token that names a client and no organization', () => {
  const of = (clientId: string, subject: string, difference: object = {}) =>
    service.call('gateway', 'POST', '/internal/accounts/resolve', {
      ...{ client_id: clientId, subject },
      ...difference,
    });

  /** A client id that no other test uses. */
  const named = (networkId: string) => terms(networkId, { client_id: `client-${randomUUID()}` });

  test('gets the account of its registration, as one with the organization', async () => {
    const { networkId, person, organization } = await anAdministrator();
    const input = named(networkId);
    const { body } = await register(person, input);
    const found = await of(input.client_id, input.subject);
    expect(found).toMatchObject({ status: 200, body: { account_id: body.account_id } });
    expect(found).toEqual(await resolve(organization, input.subject));
  });

  test('gets nothing without its client and subject, or with an unknown role', async () => {
    const { networkId, person, organization } = await anAdministrator();
    const input = named(networkId);
    const { client_id: clientId, subject } = input;
    await register(person, input);
    const answers = await Promise.all([
      of(clientId, 'user'),
      of('another-client', subject),
      of(clientId.toUpperCase(), subject),
      of(clientId, subject, { role: 'emperor' }),
      // An organization that is named decides alone.
      of(clientId, subject, { organization: `${organization} ` }),
      service.call('gateway', 'POST', '/internal/accounts/resolve', { subject }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test('gets nothing while two institutions have registered it', async () => {
    const [first, second] = [await anAdministrator(), await anAdministrator()];
    const input = named(first.networkId);
    const { client_id: clientId, subject } = input;
    const own = await register(first.person, input);
    const copy = await register(second.person, { ...input, network_ids: [second.networkId] });
    expect((await of(clientId, subject)).status).toBe(404);
    // The organization still decides between them.
    expect((await resolve(first.organization, subject)).body).toMatchObject({
      account_id: own.body.account_id,
    });
    await remove(second.person, copy.body.account_id);
    expect((await of(clientId, subject)).body).toMatchObject({ account_id: own.body.account_id });
  });

  test('gets no account of another institution while that of its own is suspended', async () => {
    const [first, second] = [await anAdministrator(), await anAdministrator()];
    const input = named(first.networkId);
    const { body } = await register(first.person, input);
    const institution = `/v1/networks/${first.networkId}/institutions/${first.person.entity_id}`;
    const account = `${institution}/accounts/${body.account_id}`;
    const suspended = await service.call(first.governor, 'PUT', account, { status: 'suspended' });
    expect(suspended.status).toBe(200);
    expect((await of(input.client_id, input.subject)).status).toBe(404);
    await register(second.person, { ...input, network_ids: [second.networkId] });
    expect((await of(input.client_id, input.subject)).status).toBe(404);
  });

  test('gets no account of another institution after the removal by its own', async () => {
    const [first, second] = [await anAdministrator(), await anAdministrator()];
    const input = named(first.networkId);
    const ofToken = () => of(input.client_id, input.subject);
    const own = await register(first.person, input);
    await remove(first.person, own.body.account_id);
    expect((await ofToken()).status).toBe(404);
    const copy = await register(second.person, { ...input, network_ids: [second.networkId] });
    expect((await ofToken()).status).toBe(404);
    // The same account with another client still leaves the first one to its institution.
    const renamed = await register(first.person, { ...input, client_id: `client-${randomUUID()}` });
    expect((await ofToken()).status).toBe(404);
    await remove(first.person, renamed.body.account_id);
    await remove(second.person, copy.body.account_id);
    await register(first.person, input);
    expect((await ofToken()).body).toMatchObject({ account_id: own.body.account_id });
  });

  test('gets the account of another institution once the operator assigns the client to it', async () => {
    const [wrong, right] = [await anAdministrator(), await anAdministrator()];
    const input = named(wrong.networkId);
    const ofToken = () => of(input.client_id, input.subject);
    const mistaken = await register(wrong.person, input);
    await remove(wrong.person, mistaken.body.account_id);
    const own = await register(right.person, { ...input, network_ids: [right.networkId] });
    expect((await ofToken()).status).toBe(404);
    await service.sql(
      'update first_registration set entity_id = $1 where client_id = $2 and subject = $3',
      [right.person.entity_id, input.client_id, input.subject],
    );
    expect((await ofToken()).body).toMatchObject({ account_id: own.body.account_id });
  });

  test('of institutions that register it at the same time, gets the account of one at most', async () => {
    const banks = [await anAdministrator(), await anAdministrator(), await anAdministrator()];
    const input = named('');
    const registering = ({ person, networkId }: (typeof banks)[number]) =>
      register(person, { ...input, network_ids: [networkId] });
    const own = await Promise.all(banks.map(registering));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [index, { person }] of banks.entries()) {
      await remove(person, String(own[index]?.body.account_id));
    }
    const found: number[] = [];
    for (const bank of banks) {
      const { body } = await registering(bank);
      found.push((await of(input.client_id, input.subject)).status);
      await remove(bank.person, body.account_id);
    }
    expect(found.sort()).toEqual([200, 404, 404]);
  });

  test('gets nothing after the removal', async () => {
    const { networkId, person } = await anAdministrator();
    const input = named(networkId);
    const { body } = await register(person, input);
    await remove(person, body.account_id);
    expect((await of(input.client_id, input.subject)).status).toBe(404);
  });
});

describe('the removal of a client', () => {
  test('ends its account, also for a principal that was resolved before', async () => {
    const { networkId, person, organization } = await anAdministrator();
    const { body } = await register(person, terms(networkId));
    const robot: Principal = { ...person, account_id: body.account_id };
    expect((await service.call(robot, 'GET', '/v1/networks')).status).toBe(200);
    expect((await remove(person, body.account_id)).body).toEqual({
      ...body,
      status: 'suspended',
      removed_at: expect.any(String),
    });
    expect(await service.call(robot, 'GET', '/v1/networks')).toEqual({
      status: 401,
      body: { detail: 'Could not validate credentials or find account' },
    });
    expect((await resolve(organization, body.subject)).status).toBe(404);
  });

  test('is delivered to every service that acts for accounts, and a retry confirms it', async () => {
    const { networkId, person } = await anAdministrator();
    const { body } = await register(person, terms(networkId));
    service.subscriber.failWith(503);
    const unconfirmed = await remove(person, body.account_id);
    service.subscriber.failWith(undefined);
    expect(unconfirmed).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
    const before = service.subscriber.envelopes.length;
    expect((await remove(person, body.account_id)).status).toBe(200);
    const confirmed = service.subscriber.envelopes.slice(before);
    expect(confirmed.map(({ subject }) => subject)).toEqual(
      ACTING_SERVICES.map(() => body.account_id),
    );
    await eventually(() => {
      const changes = service.published(ClientChanged, body.account_id);
      expect(changes.map(({ status }) => status)).toEqual(['registered', 'removed']);
    });
  });

  test('holds until the client is registered again, with its new terms', async () => {
    const { networkId, governor, person, organization } = await anAdministrator();
    const input = terms(networkId);
    const { body } = await register(person, input);
    await remove(person, body.account_id);
    const institution = `/v1/networks/${networkId}/institutions/${person.entity_id}`;
    const account = `${institution}/accounts/${body.account_id}`;
    expect(await service.call(governor, 'PUT', account, { status: 'active' })).toMatchObject({
      status: 409,
      body: { reason: 'client_removed' },
    });
    const again = await register(person, { ...input, permissions: ['network:read'] });
    expect(again.body.account_id).toBe(body.account_id);
    expect((await resolve(organization, input.subject)).body).toMatchObject({
      client: { permissions: ['network:read'] },
    });
  });

  test('is not for another institution', async () => {
    const { networkId, governor, person } = await anAdministrator();
    const { body } = await register(person, terms(networkId));
    const unknown = await remove(governor, randomUUID());
    expect(unknown).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    expect((await remove(governor, body.account_id)).body).toMatchObject({ reason: 'not_found' });
    expect((await remove(person, person.account_id)).body).toMatchObject({ reason: 'not_found' });
  });
});

describe('a registration is rejected, and changes nothing', () => {
  test.each([
    [
      'a permission that the caller lacks',
      403,
      'permission_missing',
      { permissions: ['billing:read'] },
    ],
    ['a network of others', 403, 'not_a_member', { network_ids: [randomUUID()] }],
    ['an address that is none', 400, 'invalid_value', { addresses: ['192.0.2.1', 'localhost'] }],
    ['a network with too many bits', 400, 'invalid_value', { addresses: ['192.0.2.0/33'] }],
    ['a network in two parts', 400, 'invalid_value', { addresses: ['192.0.2.0/24/8'] }],
    ['an address with a zone', 400, 'invalid_value', { addresses: ['fe80::1%eth0'] }],
    ['an IPv4 address in IPv6', 400, 'invalid_value', { addresses: ['::ffff:192.0.2.1'] }],
    ['the permission to administer', 422, undefined, { permissions: ['network:admin'] }],
    ['no permission', 422, undefined, { permissions: [] }],
    ['no network', 422, undefined, { network_ids: [] }],
    ['no address', 422, undefined, { addresses: [] }],
    ['an unknown binding', 422, undefined, { token_binding: 'always' }],
  ])('for %s', async (_case, status, reason, difference) => {
    const { networkId, person, organization } = await anAdministrator();
    const input = terms(networkId, difference);
    const answer = await register(person, input);
    expect([answer.status, (answer.body as { reason?: string }).reason]).toEqual([status, reason]);
    expect((await resolve(organization, input.subject)).status).toBe(404);
  });

  test('for a client that is registered, and for the account of the caller', async () => {
    const { networkId, person } = await anAdministrator();
    const input = terms(networkId);
    await register(person, input);
    const twice = await register(person, { ...input, client_id: 'another' });
    expect(twice).toMatchObject({ status: 409, body: { reason: 'already_exists' } });
    const own = await register(person, { ...input, subject: 'user' });
    expect(own).toMatchObject({ status: 400, body: { reason: 'invalid_value' } });
  });

  test('of one subject twice at the same time', async () => {
    const { networkId, person } = await anAdministrator();
    const input = terms(networkId);
    const answers = await Promise.all([1, 2, 3].map(() => register(person, input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('a governor that requires bound tokens of clients', () => {
  const require = (governor: Principal, networkId: string, binding: string) =>
    service.call(governor, 'PUT', `/v1/networks/${networkId}`, { client_token_binding: binding });

  test('requires them of each client of the network, also of earlier ones', async () => {
    const { networkId, governor, person, organization } = await anAdministrator();
    const { body } = await register(person, terms(networkId));
    const binding = async () =>
      (await resolve(organization, body.subject)).body as {
        readonly client: { readonly token_binding: string };
      };
    expect(await require(governor, networkId, 'required')).toMatchObject({
      status: 200,
      body: { client_token_binding: 'required' },
    });
    expect((await binding()).client.token_binding).toBe('required');
    await require(governor, networkId, 'optional');
    expect((await binding()).client.token_binding).toBe('optional');
  });

  test('requires nothing of a client that is not registered for the network', async () => {
    const { networkId, otherNetworkId, governor } = await foundTwoNetworks(service);
    const person = { ...governor, permissions: PERMISSIONS };
    const { body } = await register(person, terms(networkId));
    await require(governor, otherNetworkId, 'required');
    expect((await resolve('org-first', body.subject)).body).toMatchObject({
      client: { token_binding: 'optional' },
    });
  });
});
