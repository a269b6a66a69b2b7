import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PrincipalSigner, type ServiceClient } from '@ndx/service';
import { AccountDirectory } from './account-directory.js';

const CLAIMS = { subject: 'user', organization: 'bank', role: undefined };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a membership change binds five seconds after the account was last looked up', async () => {
  const memberships: string[] = ['querier'];
  const entity: Pick<ServiceClient, 'post'> = {
    post: <T>() => Promise.resolve({ memberships: [...memberships] } as T),
  };
  const directory = new AccountDirectory(entity, new PrincipalSigner('x'.repeat(32)));
  await directory.find(CLAIMS);
  memberships.pop();

  jest.advanceTimersByTime(4_999);
  expect(await directory.find(CLAIMS)).toEqual({ memberships: ['querier'] });
  jest.advanceTimersByTime(1);
  expect(await directory.find(CLAIMS)).toEqual({ memberships: [] });
});
