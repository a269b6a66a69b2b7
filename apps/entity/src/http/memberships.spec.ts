import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';

let service: EntityService;
beforeAll(async () => {
  service = await startEntityService();
});
afterAll(() => service.stop());

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
    const { body } = await service.call(away.governor, 'DELETE', path);
    expect(body).toMatchObject({ roles: [] });
    expect((await service.call(away.governor, 'DELETE', path)).status).toBe(404);
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
