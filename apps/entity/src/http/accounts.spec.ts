import { randomUUID } from 'node:crypto';
import { idWithin } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { FIRST, useEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution, signIn, signInFirst } from '../testing/participants.js';

const service = useEntityService();

describe('the accounts of an institution', () => {
  test('are administered by their home network and their institution only', async () => {
    const home = await foundNetwork(service, 'Home');
    const bank = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const away = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const founded = await service.call(away, 'POST', '/v1/networks', { name: 'Away' });
    const network = { network_id: String(founded.body['network_id']) };
    await service.call(bank, 'POST', `/v1/networks/${network.network_id}/join`);
    await service.call(
      away,
      'PUT',
      `/v1/networks/${network.network_id}/memberships/${bank.entity_id}`,
      { roles: ['querier'] },
    );
    const add = (by: typeof bank, networkId: string, subject: string) => {
      const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
      return service.call(by, 'POST', path, { subject });
    };
    expect((await add(home.governor, home.networkId, 'by-home')).status).toBe(200);
    expect((await add(bank, network.network_id, 'by-itself')).status).toBe(200);
    expect((await add(away, network.network_id, 'by-another')).status).toBe(403);
    expect((await add(away, home.networkId, 'by-another')).status).toBe(403);
    expect((await add(bank, randomUUID(), 'elsewhere')).status).toBe(403);
  });

  test('are listed in pages', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    await service.call(governor, 'POST', path, { subject: 'second', email: 'second@bank.example' });
    type Accounts = { data: { subject: string }[]; next_cursor: string };
    const first = await service.call<Accounts>(governor, 'GET', `${path}?limit=1`);
    const following = async ({ body }: typeof first) =>
      service.call<Accounts>(governor, 'GET', `${path}?limit=1&cursor=${body.next_cursor}`);
    const second = await following(first);
    const last = await following(second);
    const pages = [first, second, last].map(({ body }) => body);
    expect(pages.map(({ data }) => data.map(({ subject }) => subject))).toEqual([
      ['user'],
      ['second'],
      [],
    ]);
    expect(last.body.next_cursor).toBe(second.body.next_cursor);
  });

  test.each([
    [200, 'network:admin'],
    [200, 'audit:read'],
    [403, 'network:read'],
  ] as const)('are answered with %d to a governor with %s', async (status, permission) => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    const reader = { ...governor, permissions: [permission] };
    expect((await service.call(reader, 'GET', path)).status).toBe(status);
  });

  test('are listed by each account of the institution, and by no other member', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const other = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    const reader = { ...bank, permissions: ['network:read'] as const };
    expect(await service.call(reader, 'GET', path)).toMatchObject({
      status: 200,
      body: { data: [{ subject: 'user' }] },
    });
    for (const permission of ['network:read', 'network:admin', 'audit:read'] as const) {
      const stranger = { ...other, permissions: [permission] };
      expect((await service.call(stranger, 'GET', path)).status).toBe(403);
    }
  });

  test('cannot include the same user twice', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    expect((await service.call(governor, 'POST', path, { subject: 'user' })).status).toBe(409);
  });
});

describe('resolving the claims of a token', () => {
  const resolve = (caller: Parameters<EntityService['call']>[0], claims: object) =>
    service.call(caller, 'POST', '/internal/accounts/resolve', claims);

  test('returns the memberships in the order in which the institution joined', async () => {
    const [home, second] = [await foundNetwork(service), await foundNetwork(service)];
    const bank = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const path = `/v1/networks/${second.networkId}/memberships/${bank.entity_id}`;
    await service.call(second.governor, 'PUT', path, { roles: ['querier', 'furnisher'] });
    const { body } = await service.call<{ data: { org_id: string; entity_id: string }[] }>(
      home.governor,
      'GET',
      `/v1/networks/${home.networkId}/institutions`,
    );
    const organization = body.data.find(({ entity_id: id }) => id === bank.entity_id)?.org_id;
    expect((await signIn(service, String(organization), 'user')).memberships).toEqual([
      { network_id: home.networkId, roles: ['querier'], country: 'US' },
      { network_id: second.networkId, roles: ['furnisher', 'querier'], country: 'US' },
    ]);
  });

  test('finds no suspended account until it is active again', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const orgId = randomUUID();
    const institutions = `/v1/networks/${networkId}/institutions`;
    const input = { name: 'Bank', org_id: orgId, roles: ['querier'] };
    const bank = await service.call(governor, 'POST', institutions, input);
    const accounts = `${institutions}/${String(bank.body['entity_id'])}/accounts`;
    const accountId = idWithin(String(bank.body['entity_id']), 'user');
    await service.call(governor, 'POST', accounts, { subject: 'user', account_id: accountId });
    const claims = { organization: orgId, subject: 'user' };
    const setStatus = (status: string) =>
      service.call(governor, 'PUT', `${accounts}/${accountId}`, { status });
    await setStatus('suspended');
    expect((await resolve('gateway', claims)).status).toBe(404);
    await setStatus('active');
    expect((await resolve('gateway', claims)).body).toMatchObject({ account_id: accountId });
  });

  test.each([
    ['another user', { subject: 'nobody' }],
    ['another organization', { organization: 'nowhere' }],
    ['a role that does not exist', { role: 'emperor' }],
    ['a role that every object has', { role: 'constructor' }],
  ])('does not find an account for %s', async (_, difference) => {
    const claims = { organization: FIRST.orgId, subject: FIRST.subject, role: 'admin' };
    expect((await resolve('gateway', claims)).status).toBe(200);
    expect((await resolve('gateway', { ...claims, ...difference })).status).toBe(404);
  });

  test('is denied to accounts', async () => {
    const claims = { organization: FIRST.orgId, subject: FIRST.subject };
    expect((await resolve(await signInFirst(service), claims)).status).toBe(403);
  });
});

test('an account reads its institution and the permissions of its token', async () => {
  const first = await signInFirst(service);
  const principal = { ...first, permissions: ['network:read', 'policy:read'] as const };
  const { status, body } = await service.call(principal, 'GET', '/v1/caller');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      account_id: first.account_id,
      subject: FIRST.subject,
      entity_id: first.entity_id,
      institution_name: FIRST.name,
      environment: 'development',
      permissions: ['network:read', 'policy:read'],
    },
  });
});
