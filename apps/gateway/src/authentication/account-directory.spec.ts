import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ServiceClient } from '@ndx/service';
import { testSigner } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { StandInService } from '../testing/stand-in-service.js';
import { AccountDirectory } from './account-directory.js';

const CLAIMS = { subject: 'user', organization: 'bank', role: undefined };
const ID = '0190b5a0-0000-7000-8000-00000000000a';
const STALE_FOR_MS = 60_000;
const account = { account_id: ID, entity_id: ID };
const memberships = [{ network_id: ID, country: 'US', roles: ['querier'] }];

let service: StandInService;
let entity: ServiceClient;
let directory: AccountDirectory;
let now: number;
let told: string[];

beforeEach(async () => {
  service = await StandInService.start();
  service.accounts.set('bank', { ...account, memberships });
  entity = new ServiceClient('entity', service.url);
  now = 0;
  told = [];
  const listener = {
    onAway: () => told.push('away'),
    onBack: () => told.push('back'),
    onStaleUse: () => told.push('stale'),
  };
  directory = new AccountDirectory(
    entity,
    testSigner('gateway'),
    STALE_FOR_MS,
    listener,
    () => now,
  );
});

afterEach(async () => {
  await entity.close();
  await service.stop();
});

test('a membership change applies five seconds after the account was last resolved', async () => {
  await directory.find(CLAIMS);
  service.accounts.set('bank', { ...account, memberships: [] });

  now += 4_999;
  expect(await directory.find(CLAIMS)).toEqual({ ...account, memberships });
  now += 1;
  expect(await directory.find(CLAIMS)).toEqual({ ...account, memberships: [] });
  expect(told).toEqual([]);
});

describe('during an outage of the entity service', () => {
  beforeEach(async () => {
    await directory.find(CLAIMS);
    service.isAway = true;
    now += 5_000;
  });

  test('a cached account stays valid for the configured time', async () => {
    expect(await directory.find(CLAIMS)).toEqual({ ...account, memberships });
    now += STALE_FOR_MS - 5_001;
    expect(await directory.find(CLAIMS)).toEqual({ ...account, memberships });
    expect(told).toEqual(['away', 'stale', 'stale']);
    now += 1;
    await expect(directory.find(CLAIMS)).rejects.toMatchObject({ code: 'OPERATION_FAILED' });
  });

  test('an unknown account gets OPERATION_FAILED', async () => {
    const unknown = directory.find({ ...CLAIMS, organization: 'another' });
    await expect(unknown).rejects.toMatchObject({ code: 'OPERATION_FAILED' });
  });

  test('the service is called once a second, not for each request', async () => {
    for (let n = 0; n < 100; n += 1) await directory.find(CLAIMS);
    const before = service.accountQuestions;
    now += 999;
    for (let n = 0; n < 100; n += 1) await directory.find(CLAIMS);
    expect(service.accountQuestions).toBe(before);
    now += 1;
    for (let n = 0; n < 100; n += 1) await directory.find(CLAIMS);
    await eventually(() => expect(service.accountQuestions).toBe(before + 1));
  });

  test.each([
    ['a membership', { ...account, memberships: [] }],
    ['an account', undefined],
  ])('a removal during the outage applies after it: %s', async (_what, removed) => {
    await directory.find(CLAIMS);
    service.isAway = false;
    if (removed) service.accounts.set('bank', removed);
    else service.accounts.delete('bank');
    now += 1_000;
    // The first request after a second triggers the call, and later requests see its result.
    await directory.find(CLAIMS);
    await eventually(async () => expect(await directory.find(CLAIMS)).toEqual(removed));
    expect(told.at(-1)).toBe('back');
  });
});
