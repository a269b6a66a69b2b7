import { randomUUID } from 'node:crypto';
import { idWithin } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { FIRST, useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution, signIn, signInFirst } from '../testing/participants.js';

const service = useEntityService();

describe('an empty system', () => {
  test('gets the institution and the account of its configuration, once for all replicas', async () => {
    const replica = await service.replica();
    await replica.close();
    const first = await signInFirst(service);
    const { networkId, governor } = await foundNetwork(service);
    const { body } = await service.call(governor, 'GET', `/v1/networks/${networkId}/institutions`);
    expect(body['data']).toEqual([
      {
        entity_id: first.entity_id,
        name: FIRST.name,
        org_id: FIRST.orgId,
        roles: ['governor'],
        membership_revision: 1,
        created_at: expect.any(String),
      },
    ]);
  });
});

describe('a network', () => {
  test('is governed by its founding institution at once', async () => {
    const founder = await signInFirst(service);
    const name = `Founders ${randomUUID()}`;
    const networkId = idWithin(founder.entity_id, name);
    const input = { name, network_id: networkId };
    const created = await service.call(founder, 'POST', '/v1/networks', input);
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      network_id: networkId,
      name,
      country: 'US',
      dispute_acknowledge_days: 5,
      dispute_decide_days: 30,
      records_of_leavers: 'exclude',
      policy_changes: 'direct',
      client_token_binding: 'optional',
      direct_changes_requested_by: null,
      identity_visibility: 'network',
      roles: ['governor'],
      created_at: expect.any(String),
      revision: 0,
    });
    const institutions = `/v1/networks/${networkId}/institutions`;
    expect((await service.call(founder, 'GET', institutions)).status).toBe(200);
    const read = await service.call(founder, 'GET', `/v1/networks/${networkId}`);
    expect(read.body).toEqual(created.body);
    const { body } = await service.call(founder, 'GET', '/v1/networks');
    expect(body['data']).toContainEqual(created.body);
  });

  test('is one of at most a thousand of its founder, which keeps the others', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const { entity_id } = governor;
    const copies = await service.sql<{ id: string }>(
      `insert into network
       select (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid()))).*
       from network n, generate_series(1, 999 - (select count(*) from membership where entity_id = $2))
       where n.id = $1 returning id`,
      [networkId, entity_id],
    );
    const ids = copies.map(({ id }) => id);
    await service.sql(
      `insert into membership (network_id, entity_id, roles, joined_at, revision)
       select id, $2, '{governor}', now(), 1 from unnest($1::uuid[]) id`,
      [ids, entity_id],
    );
    const found = () => service.call(governor, 'POST', '/v1/networks', { name: 'One more' });
    const founded = await Promise.all([found(), found(), found(), found()]);
    expect(founded.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await found()).toMatchObject({ status: 409, body: { reason: 'limit_reached' } });
    const membership = `/v1/networks/${networkId}/memberships/${entity_id}`;
    const roles = ['governor', 'querier'];
    expect((await service.call(governor, 'PUT', membership, { roles })).status).toBe(200);
    await service.sql('delete from membership where network_id = any($1::uuid[])', [ids]);
    expect(await found()).toMatchObject({ status: 200 });
  });

  test('with an id that its founder chose is founded once', async () => {
    const founder = await signInFirst(service);
    const name = `Once ${randomUUID()}`;
    const input = { name, network_id: idWithin(founder.entity_id, name) };
    const found = () => service.call(founder, 'POST', '/v1/networks', input);
    expect((await found()).status).toBe(200);
    expect(await found()).toMatchObject({ status: 409, body: { error_code: 'RESOURCE_CONFLICT' } });
  });

  test('with an id that its founder may not choose is rejected alike, taken or not', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const found = (network_id: string) =>
      service.call(bank, 'POST', '/v1/networks', { name: 'Mine', network_id });
    const taken = await found(networkId);
    expect(taken).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    const { detail } = (await found(randomUUID())).body;
    expect(taken.body['detail']).toBe(detail);
  });

  test('of others gets the same response as one that does not exist', async () => {
    const { networkId } = await foundNetwork(service);
    const stranger = member(randomUUID(), 'governor');
    for (const path of ['', '/institutions', '/memberships']) {
      const refused = await service.call(stranger, 'GET', `/v1/networks/${networkId}${path}`);
      const absentId = randomUUID();
      const absent = await service.call(stranger, 'GET', `/v1/networks/${absentId}${path}`);
      expect(refused).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
      expect(String(absent.body['detail']).replace(absentId, networkId)).toBe(
        refused.body['detail'],
      );
    }
  });

  test('is administered by its governors only', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const querier = await joinInstitution(service, governor, networkId, 'querier', 'furnisher');
    const input = { name: 'Third', org_id: randomUUID(), roles: ['querier'] };
    const path = `/v1/networks/${networkId}/institutions`;
    expect(await service.call(querier, 'POST', path, input)).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED', request_id: expect.any(String) },
    });
  });
});

describe('registering an institution', () => {
  test('of an organization that already participates is a conflict, and nothing is stored', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const path = `/v1/networks/${networkId}/institutions`;
    const organization = randomUUID();
    const input = {
      name: 'Bank',
      org_id: organization,
      roles: ['querier'],
      entity_id: idWithin(networkId, organization),
    };
    expect((await service.call(governor, 'POST', path, input)).status).toBe(200);
    for (const change of [{}, { entity_id: undefined }]) {
      const again = await service.call(governor, 'POST', path, { ...input, ...change });
      expect(again.status).toBe(409);
    }
    const bootstrapped = { ...input, org_id: FIRST.orgId, entity_id: undefined };
    expect((await service.call(governor, 'POST', path, bootstrapped)).status).toBe(409);
    const { body } = await service.call(governor, 'GET', path);
    expect(body['data']).toHaveLength(2);
  });

  test('under an id that the network may not choose is rejected alike, taken or not', async () => {
    const home = await foundNetwork(service);
    const bank = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const { networkId, governor } = await foundNetwork(service);
    const register = (entity_id: string) =>
      service.call(governor, 'POST', `/v1/networks/${networkId}/institutions`, {
        name: 'Bank',
        org_id: 'an organization',
        roles: ['querier'],
        entity_id,
      });
    const taken = await register(bank.entity_id);
    expect(taken).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    expect(taken.body['detail']).toBe((await register(randomUUID())).body['detail']);
  });

  test('does not reveal that an organization is registered elsewhere, and takes over none of its users', async () => {
    const elsewhere = await foundNetwork(service);
    const organization = randomUUID();
    const register = async ({ networkId, governor }: typeof elsewhere) => {
      const institutions = `/v1/networks/${networkId}/institutions`;
      const input = { name: 'Bank', org_id: organization, roles: ['querier'] };
      const { status, body } = await service.call(governor, 'POST', institutions, input);
      expect(status).toBe(200);
      const accounts = `${institutions}/${String(body['entity_id'])}/accounts`;
      const added = await service.call(governor, 'POST', accounts, { subject: 'user' });
      expect(added.status).toBe(200);
      return {
        entityId: body['entity_id'],
        account: `${accounts}/${String(added.body['account_id'])}`,
      };
    };
    const first = await register(elsewhere);
    await register(await foundNetwork(service));
    expect((await signIn(service, organization, 'user')).entity_id).toBe(first.entityId);
    await service.call(elsewhere.governor, 'PUT', first.account, { status: 'suspended' });
    expect((await signIn(service, organization, 'user')).entity_id).toBeUndefined();
  });
});

describe('institutions of one network', () => {
  const LOOKS_ALIKE = {
    status: 409,
    body: {
      error_code: 'RESOURCE_CONFLICT',
      detail:
        'the name of the institution looks like the name of another institution of the network',
    },
  };
  const register = (
    { networkId, governor }: Awaited<ReturnType<typeof foundNetwork>>,
    name: string,
  ) =>
    service.call<{ entity_id: string }>(
      governor,
      'POST',
      `/v1/networks/${networkId}/institutions`,
      {
        name,
        org_id: randomUUID(),
        roles: ['querier'],
      },
    );

  test('do not look alike when they are registered, also concurrently', async () => {
    const network = await foundNetwork(service);
    const names = ['First Bank', 'First Ваnk', 'Ｆirst Bank', 'First  Bank', 'FIRST ВАNК'];
    const answers = await Promise.all(names.map((name) => register(network, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    for (const name of names) expect(await register(network, name)).toMatchObject(LOOKS_ALIKE);
    expect((await register(await foundNetwork(service), 'First Bank')).status).toBe(200);
  });

  test('do not look alike when one is admitted, or returns', async () => {
    const [home, away] = [await foundNetwork(service), await foundNetwork(service)];
    const { body } = await register(home, 'First Bank');
    const path = `/v1/networks/${away.networkId}/memberships/${body.entity_id}`;
    const admit = () => service.call(away.governor, 'PUT', path, { roles: ['querier'] });
    expect((await admit()).status).toBe(200);
    expect(await register(away, 'First Bаnk')).toMatchObject(LOOKS_ALIKE);
    expect((await service.call(away.governor, 'DELETE', path)).status).toBe(200);
    expect((await register(away, 'First Bаnk')).status).toBe(200);
    expect(await admit()).toMatchObject(LOOKS_ALIKE);
  });

  test('have names that a reader sees', async () => {
    expect(await register(await foundNetwork(service), 'Ba\u200bnk')).toMatchObject({
      status: 422,
      body: {
        detail:
          'body -> name: must not hold control, bidirectional or invisible characters, or more than 30 marks in a row',
      },
    });
  });

  test('keep their names in the composed form', async () => {
    const { body } = await register(await foundNetwork(service), ' Cafe\u0301 ');
    expect(body).toMatchObject({ name: 'Caf\u00e9' });
  });
});

describe('a membership', () => {
  test('of an institution that another network registered is granted, changed and ended', async () => {
    const home = await foundNetwork(service, 'Home');
    const away = await foundNetwork(service, 'Away');
    const bank = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const path = `/v1/networks/${away.networkId}/memberships/${bank.entity_id}`;
    for (const roles of [['querier'], ['furnisher', 'querier']]) {
      const { body } = await service.call(away.governor, 'PUT', path, { roles });
      expect(body).toMatchObject({ entity_id: bank.entity_id, roles });
    }
    for (const [{ networkId, governor }, is_home_network] of [
      [home, true] as const,
      [away, false] as const,
    ]) {
      const participants = `/v1/networks/${networkId}/participants`;
      expect((await service.call(governor, 'GET', participants)).body['data']).toContainEqual(
        expect.objectContaining({ entity_id: bank.entity_id, is_home_network }),
      );
    }
    const { body } = await service.call(away.governor, 'DELETE', path);
    expect(body).toMatchObject({ roles: [] });
    const again = { status: 200, body: { ...body, revision: Number(body['revision']) + 1 } };
    expect(await service.call(away.governor, 'DELETE', path)).toMatchObject(again);
    const members = `/v1/networks/${away.networkId}/memberships`;
    const listed = await service.call(away.governor, 'GET', members);
    expect(listed.body['data']).toHaveLength(1);
  });

  test('of a foreign institution is granted after its request; before it the institution is a 404', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const stranger = await joinInstitution(service, governor, networkId, 'querier');
    const own = await service.call(bank, 'POST', '/v1/networks', { name: 'Own' });
    const ownId = String(own.body['network_id']);
    const admit = (entityId: string) => {
      const path = `/v1/networks/${ownId}/memberships/${entityId}`;
      return service.call(bank, 'PUT', path, { roles: ['querier'] });
    };
    const unasked = await admit(stranger.entity_id);
    expect(unasked).toMatchObject({ status: 404, body: { error_code: 'RESOURCE_NOT_FOUND' } });
    expect((await admit(randomUUID())).body['detail']).toBe(unasked.body['detail']);
    const asked = await service.call(stranger, 'POST', `/v1/networks/${ownId}/join`);
    expect(asked.body).toEqual({ network_id: ownId, entity_id: stranger.entity_id });
    expect((await admit(stranger.entity_id)).status).toBe(200);
  });

  test('gets other roles when it has the revision that the governor read', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const { entity_id } = await joinInstitution(service, governor, networkId, 'furnisher');
    const path = `/v1/networks/${networkId}/memberships/${entity_id}`;
    const grant = (role: string, expected_revision: number) =>
      service.call(governor, 'PUT', path, { roles: [role], expected_revision });
    const listed = async () => {
      const { body } = await service.call(
        governor,
        'GET',
        `/v1/networks/${networkId}/institutions`,
      );
      const all = body['data'] as readonly Readonly<Record<string, unknown>>[];
      return all.find((one) => one['entity_id'] === entity_id);
    };
    const { membership_revision: read } = (await listed()) ?? {};
    const first = await grant('querier', Number(read));
    expect(first).toMatchObject({ status: 200, body: { revision: Number(read) + 1 } });
    expect(await grant('governor', Number(read))).toMatchObject({
      status: 409,
      body: { error_code: 'RESOURCE_CONFLICT', reason: 'version_mismatch' },
    });
    expect(await listed()).toMatchObject({
      roles: ['querier'],
      membership_revision: Number(read) + 1,
    });
  });

  test('of an applicant is granted when it has the revision that the governor read', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const applicant = await joinInstitution(service, governor, networkId, 'querier');
    const own = await service.call(bank, 'POST', '/v1/networks', { name: 'Own' });
    const path = `/v1/networks/${String(own.body['network_id'])}`;
    expect((await service.call(applicant, 'POST', `${path}/join`)).status).toBe(200);
    const admit = (expected_revision: number) =>
      service.call(bank, 'PUT', `${path}/memberships/${applicant.entity_id}`, {
        roles: ['querier'],
        expected_revision,
      });
    const mismatch = { status: 409, body: { reason: 'version_mismatch' } };
    expect(await admit(0)).toMatchObject(mismatch);
    expect(await admit(1)).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await admit(1)).toMatchObject(mismatch);
  });

  test('can be requested of a network that does not exist, with the same response', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const own = await service.call(governor, 'POST', '/v1/networks', { name: 'Closed' });
    for (const id of [randomUUID(), String(own.body['network_id'])]) {
      expect(await service.call(bank, 'POST', `/v1/networks/${id}/join`)).toMatchObject({
        status: 200,
        body: { network_id: id, entity_id: bank.entity_id },
      });
      expect(await service.call(bank, 'GET', `/v1/networks/${id}`)).toMatchObject({ status: 403 });
    }
  });

  test('never leaves a network without a governor, with any number of concurrent changes', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const governors = [governor];
    while (governors.length < 8) {
      governors.push(await joinInstitution(service, governor, networkId, 'governor'));
    }
    const leave = (by: typeof governor) =>
      service.call(by, 'DELETE', `/v1/networks/${networkId}/memberships/${by.entity_id}`);
    const answers = await Promise.all(governors.map(leave));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(7).fill(200), 409]);
  });
});
