import {
  AccountChanged,
  MembershipChanged,
  type MembershipRole,
  type Principal,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { anOwner, ASSETS, ConsumerWorld } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, type World } from '../testing/world.js';

const QUERY = '/v1/products/kyb_certificate/query';
const QUERIERS = 8;

const service = useQueryService();

const denied = { status: 403, body: { error_code: 'PERMISSION_DENIED' }, reference: null };
const noAccount = {
  status: 401,
  body: { detail: 'Could not validate credentials or find account' },
  reference: null,
};

/** Delivers as entity does before it acknowledges the change. */
const setRoles = (
  { entity_id }: Principal,
  network_id: string,
  revision: number,
  ...roles: MembershipRole[]
) => service.deliver(MembershipChanged, { network_id, entity_id, roles, revision });

const suspend = ({ account_id, entity_id }: Principal) =>
  service.deliver(AccountChanged, {
    ...{ account_id, entity_id, network_id: null, status: 'suspended', revision: 2 },
  });

async function aKnownBusiness(): Promise<World> {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  await service.furnish(aVerification(world, {}));
  return world;
}

const queryOf = (
  { networkId, subjectId, principal }: World,
  headers?: Readonly<Record<string, string>>,
) => service.query(principal, QUERY, { network_ids: [networkId], business_id: subjectId }, headers);

describe('a query whose principal was resolved before', () => {
  test.each([
    ['its membership ended', []],
    ['its institution is no querier any more', ['furnisher']],
  ] as const)('%s is denied', async (_end, roles) => {
    const world = await aKnownBusiness();
    await setRoles(world.principal, world.networkId, 1, 'querier');
    const key = { 'Idempotency-Key': world.hash };
    for (const headers of [{}, key]) {
      expect(await queryOf(world, headers)).toMatchObject({ status: 200 });
    }
    await setRoles(world.principal, world.networkId, 2, ...roles);
    for (const headers of [{}, key]) {
      expect(await queryOf(world, headers)).toMatchObject(denied);
    }
    await setRoles(world.principal, world.networkId, 3, 'querier');
    expect(await queryOf(world)).toMatchObject({ status: 200 });
  });

  test('its account was suspended is answered like by the gateway', async () => {
    const [world, owner] = [await aKnownBusiness(), await anOwner(service)];
    await suspend(world.principal);
    await suspend(owner.world.principal);
    expect(await queryOf(world)).toEqual(noAccount);
    expect(await owner.query(ASSETS)).toEqual(noAccount);
    expect(await service.queryEvents(world.principal)).toEqual([]);
  });

  test('is denied from the moment at which the end is applied, among concurrent queries', async () => {
    const world = await aKnownBusiness();
    const after: number[] = [];
    let isEnded = false;
    let answered = 0;
    const querier = async () => {
      while (after.length < 10 * QUERIERS) {
        const startedAfter = isEnded;
        const { status } = await queryOf(world);
        answered += 1;
        if (startedAfter) after.push(status);
      }
    };
    const ending = async () => {
      while (answered < QUERIERS) await queryOf(world);
      await setRoles(world.principal, world.networkId, 2).finally(() => {
        isEnded = true;
      });
    };
    await Promise.all([...Array.from({ length: QUERIERS }, querier), ending()]);
    expect(new Set(after)).toEqual(new Set([403]));
  });
});

test('a template query without a network uses the networks that are left', async () => {
  const owner = new ConsumerWorld(service);
  await owner.consent();
  const { principal, networkId: left } = owner.elsewhere();
  await owner.query(ASSETS, { principal });
  await setRoles(principal, owner.world.networkId, 2);
  const named = { 'x-network-id': owner.world.networkId };
  expect(await owner.query(ASSETS, { principal, headers: named })).toMatchObject(denied);
  const consent = { network_id: left };
  await owner.consent(consent);
  await owner.query(ASSETS, { principal });
  await setRoles(principal, left, 2);
  expect(await owner.query(ASSETS, { principal })).toMatchObject(denied);
  const networks = (await service.queryEvents(principal)).map(({ network_ids }) => network_ids);
  expect(networks).toEqual([[owner.world.networkId], [left]]);
});
