import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { idWithin } from '@ndx/contracts';
import { FIRST, startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution, signIn } from '../testing/participants.js';

let service: EntityService;
beforeAll(async () => {
  service = await startEntityService();
});
afterAll(() => service.stop());

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

  test.each([
    [{ roles: [] }, 'body -> roles: should not be empty'],
    [{ roles: 'querier' }, 'body -> roles: must be an array'],
    [{ roles: ['owner'] }, 'body -> roles -> 0: must be one of the following values'],
    [{ name: '' }, 'body -> name: should not be empty'],
    [{ name: 'nul\0' }, 'body -> name: must not hold null characters or unpaired surrogates'],
    [{ org_id: 7 }, 'body -> org_id: must be a string'],
    [{ entity_id: 'x' }, 'body -> entity_id: must be a UUID'],
    [{ colour: 'red' }, 'body -> colour: is not a known field'],
  ])('with %j is rejected as malformed', async (fault, detail) => {
    const { networkId, governor } = await foundNetwork(service);
    const input = { name: 'Bank', org_id: randomUUID(), roles: ['querier'], ...fault };
    const path = `/v1/networks/${networkId}/institutions`;
    const answer = await service.call(governor, 'POST', path, input);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ detail: expect.stringContaining(detail) });
  });
});
