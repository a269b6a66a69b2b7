import { AccountChanged, MembershipChanged, type Principal } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { queryCertificate } from '../testing/explained-business.js';
import {
  answersOf,
  aPolicyOf,
  aQueriedBusiness,
  governorOf,
  holdSimulations,
  repeatQuery,
  selecting,
  startSimulation,
  STRICT,
  untilEnded,
} from '../testing/simulations.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, type World } from '../testing/world.js';

const service = useQueryService();

describe('a running simulation', () => {
  test('of several pages counts each query once while several processes continue it', async () => {
    const { world, governor, policy_id, references } = await aQueriedBusiness(service, 1);
    const [reference = ''] = references;
    await repeatQuery(service, reference, 1_250);
    const release = await holdSimulations(service);
    const { body } = await startSimulation(service, governor, { policy_id, ...STRICT });
    const other = await service.replica();
    await release();
    const simulated = await untilEnded(service, governor, body.simulation_id);
    await other.close();
    expect(simulated).toMatchObject({
      state: 'completed',
      simulated_queries: 1_251,
      changed_queries: 1_251,
      queriers: [{ querying_entity_id: world.principal.entity_id, changed_queries: 1_251 }],
    });
    const listed = await answersOf(service, governor, body.simulation_id);
    expect(new Set(listed.map(({ query_event_id: id }) => id)).size).toBe(1_251);
  });

  test('decides each of several equal queries by the age of its records at its time', async () => {
    const { references, governor, policy_id } = await aQueriedBusiness(service, 1);
    const [reference = ''] = references;
    for (const at of ['2026-01-01T12:00:00.000Z', '2026-01-02T00:00:00.000Z'])
      await repeatQuery(service, reference, 250, at);
    for (const at of ['2026-01-02T00:00:00.001Z', '2026-01-03T00:00:00.000Z'])
      await repeatQuery(service, reference, 250, at);
    const { body } = await startSimulation(service, governor, { policy_id, ...STRICT });
    const simulated = await untilEnded(service, governor, body.simulation_id);
    expect(simulated).toMatchObject({ simulated_queries: 1_001, changed_queries: 501 });
  });

  test('fails when a result that is used again is not the one of its query alone', async () => {
    const world = aWorld();
    await service.identify(world, 'business', world.hash);
    const record = aVerification(world, { business_entity_type: 'llc' });
    await service.furnish(record);
    await repeatQuery(service, await queryCertificate(service, world), 1_250);
    let reads = 0;
    service.furnishing.keep({
      ...record,
      get models() {
        reads += 1;
        return reads === 1 ? record.models : {};
      },
    });
    const governor = governorOf(world);
    const required = [{ field_name: 'business_entity_type', is_required: true }];
    const { body } = await startSimulation(service, governor, {
      policy_id: await aPolicyOf(service, world.networkId),
      ...selecting({ is_required: true, field_selections: required }),
    });
    const failed = await untilEnded(service, governor, body.simulation_id);
    expect(failed).toMatchObject({ state: 'failed', failure: 'operation_failed' });
    // Two parts are decided at once: each decides one query alone, and may check one.
    expect(reads).toBeGreaterThan(1);
    expect(reads).toBeLessThan(5);
  });

  test.each([
    ['its institution has left the network', aLostRole],
    ['its account is suspended', aSuspendedAccount],
  ])('fails when %s', async (_, end) => {
    const { world, governor, policy_id } = await aQueriedBusiness(service);
    const release = await holdSimulations(service);
    const { body } = await startSimulation(service, governor, { policy_id });
    await end(governor, world);
    await release();
    const failed = await untilEnded(service, governorOf(world), body.simulation_id);
    expect(failed).toMatchObject({
      state: 'failed',
      failure: 'role_missing',
      simulated_queries: 0,
    });
    const path = `/v1/simulations/${body.simulation_id}`;
    const { status } = await service.call(governor, 'GET', path);
    expect([401, 404]).toContain(status);
  });
});

function aLostRole({ entity_id }: Principal, { networkId: network_id }: World) {
  return service.deliver(MembershipChanged, { network_id, entity_id, roles: [], revision: 1 });
}

function aSuspendedAccount({ account_id, entity_id }: Principal) {
  const status = 'suspended' as const;
  return service.deliver(AccountChanged, {
    account_id,
    entity_id,
    network_id: null,
    status,
    revision: 1,
  });
}
