import { describe, expect, test } from '@jest/globals';
import type { PermissiblePurpose } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import {
  aPolicyOf,
  aQueriedBusiness,
  simulateAll,
  startSimulation,
  holdSimulations,
  STRICT,
} from '../testing/simulations.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

/** A simulation that is completed, and the search for one of its members. */
async function aSimulation() {
  const business = await aQueriedBusiness(service, 3);
  const { governor, policy_id, world } = business;
  const simulated = await simulateAll(service, governor, { policy_id, ...STRICT });
  const { network_id, product_id, is_default, enforced, status, ...rest } = simulated;
  const { model_selections, consent, permissible_purposes } = rest;
  const members = {
    ...{ network_id, policy_id, product_id, is_default, enforced, status },
    ...{ model_selections, consent, permissible_purposes },
  };
  const find = (change: object = {}, caller = governor) =>
    service.call(caller, 'POST', '/internal/simulations/find-newest', { ...members, ...change });
  return { ...business, world, simulated, find };
}

describe('the newest simulation of a draft', () => {
  test('is the last completed one of exactly its members, with its main figures', async () => {
    const { simulated, find, governor, policy_id } = await aSimulation();
    const { simulation_id, from, to, ended_at } = simulated;
    const figures = { simulated_queries: 3, changed_queries: 3, lost_answers: 3 };
    const simulation = {
      ...{ simulation_id, from, to, ended_at, ...figures },
      ...{ gained_answers: 0, not_simulated_queries: 0 },
    };
    expect(await find()).toEqual({ status: 200, body: { simulation } });
    for (const change of [{ enforced: true }, { is_default: false }, { model_selections: [] }]) {
      expect(await find(change)).toEqual({ status: 200, body: { simulation: null } });
    }
    const release = await holdSimulations(service);
    await startSimulation(service, governor, { policy_id, ...STRICT });
    expect(await find()).toEqual({ status: 200, body: { simulation } });
    await release();
  });

  test('is the one of the complete draft when its request omitted members of the policy', async () => {
    const { world, governor } = await aQueriedBusiness(service);
    const purposes = ['employment'] as PermissiblePurpose[];
    const rules = { consent: 'required' as const, permissible_purposes: purposes };
    const policy_id = await aPolicyOf(service, world.networkId, rules);
    const digests: unknown[] = [];
    for (const members of [STRICT, { ...STRICT, ...rules }]) {
      const simulated = await simulateAll(service, governor, { policy_id, ...members });
      expect(simulated).toMatchObject(rules);
      digests.push(simulated['digest']);
    }
    expect(new Set(digests).size).toBe(1);
    const cleared = await simulateAll(service, governor, { policy_id, ...STRICT, consent: null });
    expect(cleared['consent']).toBeNull();
    expect(digests).not.toContain(cleared['digest']);
  });

  test('is the last one in the list of its network, or the first one when asked', async () => {
    const { world, governor, policy_id, simulated: first } = await aSimulation();
    const second = await simulateAll(service, governor, { policy_id });
    const listed = async (order: object) => {
      const query = new URLSearchParams({ network_id: world.networkId, ...order });
      const path = `/v1/simulations?${String(query)}`;
      const { body } = await service.call<{ data: (typeof first)[] }>(governor, 'GET', path);
      return body.data.map(({ simulation_id }) => simulation_id);
    };
    const ids = [first.simulation_id, second.simulation_id];
    expect(await listed({})).toEqual(ids);
    expect(await listed({ order: 'newest_first' })).toEqual(ids.toReversed());
  });

  test('is found for governors of the network alone', async () => {
    const { find, world } = await aSimulation();
    expect(await find({}, member(world.networkId, 'querier'))).toMatchObject({ status: 403 });
  });

  test('is not found when it has queries of another network, which some governors may not read', async () => {
    const { find, simulated } = await aSimulation();
    await service.sql(
      `update simulation set network_ids = network_ids || gen_random_uuid() where simulation_id = $1`,
      [simulated.simulation_id],
    );
    expect(await find()).toEqual({ status: 200, body: { simulation: null } });
  });
});
