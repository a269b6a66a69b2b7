import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { idWithin } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { FIRST, startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution, signInFirst } from '../testing/participants.js';

let service: EntityService;
beforeAll(async () => {
  service = await startEntityService();
});
afterAll(() => service.stop());

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
      identity_visibility: 'network',
      roles: ['governor'],
      created_at: expect.any(String),
    });
    const institutions = `/v1/networks/${networkId}/institutions`;
    expect((await service.call(founder, 'GET', institutions)).status).toBe(200);
    const read = await service.call(founder, 'GET', `/v1/networks/${networkId}`);
    expect(read.body).toEqual(created.body);
    const { body } = await service.call(founder, 'GET', '/v1/networks');
    expect(body['data']).toContainEqual(created.body);
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
