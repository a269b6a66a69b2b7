import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PrincipalSigner, ServiceClient } from '@ndx/service';
import { StandInService } from '../testing/stand-in-service.js';
import { AccountDirectory } from './account-directory.js';

const CLAIMS = { subject: 'user', organization: 'bank', role: undefined };
const ID = '0190b5a0-0000-7000-8000-00000000000a';

let service: StandInService;
let entity: ServiceClient;

beforeEach(async () => {
  service = await StandInService.start();
  entity = new ServiceClient('entity', service.url);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await entity.close();
  await service.stop();
});

test('a membership change binds five seconds after the account was last looked up', async () => {
  const account = { account_id: ID, entity_id: ID };
  const memberships = [{ network_id: ID, roles: ['querier'] }];
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const directory = new AccountDirectory(entity, new PrincipalSigner('x'.repeat(32)));
  service.accounts.set('bank', { ...account, memberships });
  await directory.find(CLAIMS);
  service.accounts.set('bank', { ...account, memberships: [] });

  now += 4_999;
  expect(await directory.find(CLAIMS)).toEqual({ ...account, memberships });
  now += 1;
  expect(await directory.find(CLAIMS)).toEqual({ ...account, memberships: [] });
});
