import { newId, type Principal, type ServiceName } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';

const service = useEntityService();

test('the members among institutions are found for members of the network and for policy itself', async () => {
  const { networkId, governor } = await foundNetwork(service);
  const bank = await joinInstitution(service, governor, networkId, 'furnisher');
  const find = (caller: Principal | ServiceName) =>
    service.call(caller, 'POST', '/internal/members/find', {
      network_ids: [networkId],
      entity_ids: [bank.entity_id, newId()],
    });
  const found = { status: 200, body: { entity_ids: [bank.entity_id] } };
  expect(await find(bank)).toMatchObject(found);
  expect(await find('policy')).toMatchObject(found);
  expect((await find(member(newId(), 'governor'))).status).toBe(403);
  expect((await find('furnishing')).status).toBe(401);
});
