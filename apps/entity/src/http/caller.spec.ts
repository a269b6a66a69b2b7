import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FIRST, startEntityService, type EntityService } from '../testing/entity-service.js';
import { signInFirst } from '../testing/participants.js';

let service: EntityService;
beforeAll(async () => {
  service = await startEntityService();
});
afterAll(() => service.stop());

test('an account reads its institution and the permissions of its token', async () => {
  const first = await signInFirst(service);
  const principal = { ...first, permissions: ['network:read', 'policy:read'] as const };
  const { status, body } = await service.call(principal, 'GET', '/v1/caller');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      account_id: first.account_id,
      entity_id: first.entity_id,
      institution_name: FIRST.name,
      permissions: ['network:read', 'policy:read'],
    },
  });
});
