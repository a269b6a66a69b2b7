import { BOUNDS, newId, QueriesSimulated, QueryingPolicySaved } from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { IDENTITY } from '../testing/coverage.js';
import {
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  loseRecord,
  queryCertificate,
} from '../testing/explained-business.js';
import {
  answersOf,
  aPolicyOf,
  aQueriedBusiness,
  governorOf,
  holdSimulations,
  readSimulation,
  repeatQuery,
  selecting,
  simulateAll,
  startSimulation,
  STRICT,
} from '../testing/simulations.js';
import { anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification } from '../testing/world.js';

const service = useQueryService();

describe('a simulation of past queries', () => {
  test('counts and lists the answers that are lost, by furnisher, querier and reason', async () => {
    const { world, references, governor, policy_id } = await aQueriedBusiness(service, 3);
    const simulated = await simulateAll(service, governor, { policy_id, ...STRICT });
    const lost = {
      model_name: IDENTITY,
      change: 'lost',
      furnishing_entity_id: world.furnisherId,
      code: 'too_old',
    };
    const outcome = {
      recorded_outcome: 'issued',
      simulated_outcome: 'no_result',
      simulated_reason: 'required_section_missing',
    };
    expect(simulated).toMatchObject({
      network_id: world.networkId,
      policy_id,
      policy_version: null,
      state: 'completed',
      failure: null,
      simulated_queries: 3,
      changed_queries: 3,
      listed_queries: 3,
      not_simulated: [],
      outcomes: [{ ...outcome, count: 3 }],
      sections: [{ ...lost, count: 3 }],
      fields: [],
      queriers: [
        {
          querying_entity_id: world.principal.entity_id,
          changed_queries: 3,
          lost_answers: 3,
          gained_answers: 0,
          lost_sections: 3,
          gained_sections: 0,
          lost_fields: 0,
          gained_fields: 0,
        },
      ],
    });
    expect(simulated['simulated_until']).toBe(simulated['to']);
    const listed = await answersOf(service, governor, simulated.simulation_id, 1);
    expect(listed.map(({ query_event_id: id }) => id)).toEqual(references.sort());
    expect(listed[0]).toEqual({
      query_event_id: references[0],
      occurred_at: expect.any(String),
      querying_entity_id: world.principal.entity_id,
      ...outcome,
      sections: [lost],
      fields: [],
      explanation: `/v1/query-events/${String(references[0])}/explanation`,
      replay: `/v1/query-events/${String(references[0])}/replay`,
    });
  });

  test('lists no query whose answer stays, and counts it', async () => {
    const { governor, policy_id } = await aQueriedBusiness(service, 2);
    const simulated = await simulateAll(service, governor, {
      policy_id,
      ...selecting({ is_required: true }),
    });
    expect(simulated).toMatchObject({
      simulated_queries: 2,
      changed_queries: 0,
      outcomes: [{ simulated_outcome: 'issued', count: 2 }],
      sections: [],
    });
    expect(await answersOf(service, governor, simulated.simulation_id)).toEqual([]);
  });

  test('finds answers that are gained under the latest version of the stored policy', async () => {
    const world = await aVerifiedBusiness(service);
    const demand = aDemand(world, { is_required: true, max_age_days: 1 });
    await service.deliver(QueryingPolicySaved, demand);
    await queryCertificate(service, world);
    const { policy_id } = demand;
    await service.deliver(QueryingPolicySaved, {
      ...demand,
      revision: 2,
      version: 2,
      model_selections: [],
    });
    expect(await simulateAll(service, governorOf(world), { policy_id })).toMatchObject({
      policy_version: 2,
      outcomes: [{ recorded_outcome: 'no_result', simulated_outcome: 'issued', count: 1 }],
      sections: [
        {
          change: 'gained',
          furnishing_entity_id: world.furnisherId,
          code: 'too_old',
          count: 1,
        },
      ],
      queriers: [{ changed_queries: 1, lost_answers: 0, gained_answers: 1, gained_sections: 1 }],
    });
  });

  test('finds fields that are gained, with the rule that hid them', async () => {
    const world = await aVerifiedBusiness(service);
    const field_name = 'business_entity_type';
    const hidden = aField({ field_name, is_enabled: false });
    const hiding = aDemand(world, { field_selections: [hidden] });
    await service.deliver(QueryingPolicySaved, hiding);
    await queryCertificate(service, world);
    const { policy_id } = hiding;
    const shown = { policy_id, model_selections: [] };
    expect(await simulateAll(service, governorOf(world), shown)).toMatchObject({
      fields: [
        {
          ...{ model_name: IDENTITY, field_name, change: 'gained', code: 'not_enabled' },
          ...{ furnishing_entity_id: world.furnisherId, count: 1 },
        },
      ],
      queriers: [{ lost_fields: 0, gained_fields: 1 }],
    });
  });

  test('counts refused queries, fields that the policy hides, and sections of another furnisher', async () => {
    const { world, governor, policy_id } = await aQueriedBusiness(service);
    expect(await simulateAll(service, governor, { policy_id, consent: 'required' })).toMatchObject({
      outcomes: [{ simulated_outcome: 'refused', simulated_reason: 'consent_required', count: 1 }],
      sections: [{ change: 'lost', code: 'refused' }],
    });
    const field_name = 'business_entity_type';
    const ofOne = { furnishing_entity_id: world.furnisherId, count: 1 };
    const hiding = selecting({ field_selections: [{ field_name, is_enabled: false }] });
    expect(await simulateAll(service, governor, { policy_id, ...hiding })).toMatchObject({
      changed_queries: 1,
      sections: [],
      fields: [{ model_name: IDENTITY, field_name, change: 'lost', code: 'not_enabled', ...ofOne }],
      other_fields: 0,
      queriers: [{ lost_answers: 0, lost_sections: 0, lost_fields: 1, gained_fields: 0 }],
    });
    const sources = [{ field_name, selected_provenance_option_ids: [newId()] }];
    const sourced = selecting({ field_selections: sources });
    expect(await simulateAll(service, governor, { policy_id, ...sourced })).toMatchObject({
      fields: [{ field_name, change: 'lost', code: 'source_not_accepted', ...ofOne }],
    });
    const other = { ...world, furnisherId: newId() };
    await service.furnish(aVerification(other, {}, '2025-01-01T00:00:00Z'));
    await queryCertificate(service, world);
    const preferring = selecting({ selected_provenance_option_ids: [other.furnisherId] });
    expect(await simulateAll(service, governor, { policy_id, ...preferring })).toMatchObject({
      simulated_queries: 2,
      sections: [
        { change: 'lost', furnishing_entity_id: world.furnisherId, code: 'source_not_accepted' },
        {
          change: 'replaced',
          furnishing_entity_id: world.furnisherId,
          code: 'source_not_accepted',
        },
      ],
    });
  });

  test('lists queries of each of its counts, however many of another one came before', async () => {
    const { world, references, governor, policy_id } = await aQueriedBusiness(service);
    const [lost = ''] = references;
    await repeatQuery(service, lost, BOUNDS.simulation.listed + 20);
    const other = { ...world, furnisherId: newId() };
    await service.furnish(aVerification(other, {}, '2025-01-01T00:00:00Z'));
    const replaced = await queryCertificate(service, world);
    const simulated = await simulateAll(service, governor, {
      policy_id,
      ...selecting({ selected_provenance_option_ids: [other.furnisherId] }),
    });
    expect(simulated).toMatchObject({
      changed_queries: BOUNDS.simulation.listed + 22,
      listed_queries: BOUNDS.simulation.listed + 1,
    });
    const filter = { model_name: IDENTITY, change: 'replaced' };
    const listed = await answersOf(service, governor, simulated.simulation_id, 100, filter);
    expect(listed.map(({ query_event_id: id }) => id)).toEqual([replaced]);
  });

  test('lists the changed queries of each of its counts', async () => {
    const { world, references, governor, policy_id } = await aQueriedBusiness(service);
    const [lost] = references;
    const other = { ...world, furnisherId: newId() };
    await service.furnish(aVerification(other, {}, '2025-01-01T00:00:00Z'));
    const replaced = await queryCertificate(service, world);
    const { simulation_id } = await simulateAll(service, governor, {
      policy_id,
      ...selecting({
        selected_provenance_option_ids: [other.furnisherId],
        field_selections: [{ field_name: 'business_entity_type', is_enabled: false }],
      }),
    });
    const of = async (filter: Readonly<Record<string, string>>) => {
      const listed = await answersOf(service, governor, simulation_id, 1, filter);
      return listed.map(({ query_event_id: id }) => id);
    };
    const both = [lost, replaced].sort();
    const furnishing_entity_id = world.furnisherId;
    const code = 'source_not_accepted';
    expect(await of({ model_name: IDENTITY, furnishing_entity_id, code })).toEqual(both);
    expect(await of({ querying_entity_id: world.principal.entity_id })).toEqual(both);
    expect(await of({ querying_entity_id: newId() })).toEqual([]);
    const outcome = { recorded_outcome: 'issued', simulated_outcome: 'no_result' };
    expect(await of({ ...outcome, simulated_reason: 'no_eligible_record' })).toEqual([lost]);
    expect(await of({ ...outcome, simulated_reason: 'required_section_missing' })).toEqual([]);
    expect(await of({ simulated_outcome: 'issued' })).toEqual([replaced]);
    expect(await of({ model_name: IDENTITY, change: 'replaced', code })).toEqual([replaced]);
    expect(await of({ change: 'replaced', code: 'too_old' })).toEqual([]);
    const field = { model_name: IDENTITY, field_name: 'business_entity_type' };
    expect(await of({ ...field, change: 'lost' })).toEqual([replaced]);
    expect(await of({ ...field, change: 'gained' })).toEqual([]);
  });

  test('simulates the queries of a template', async () => {
    const owner = await anOwner(service);
    const { networkId } = owner.world;
    await owner.query(ASSETS);
    const policy_id = await aPolicyOf(service, networkId, { product_id: ASSETS.id });
    const governor = member(networkId, 'governor');
    const hiding = {
      model_name: ASSETS.slug,
      field_selections: [{ field_name: 'asset_type', is_enabled: false }],
    };
    expect(
      await simulateAll(service, governor, { policy_id, model_selections: [hiding] }),
    ).toMatchObject({
      simulated_queries: 1,
      changed_queries: 1,
      fields: [{ field_name: 'asset_type', change: 'lost', code: 'not_enabled', count: 1 }],
    });
  });

  test('counts the queries that it cannot simulate, by reason', async () => {
    const { world, references, governor, policy_id } = await aQueriedBusiness(service, 2);
    await forgetDecision(service, String(references[0]));
    const elsewhere = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, elsewhere) };
    await queryCertificate(service, both, { network_ids: [world.networkId, elsewhere] });
    const counts = { simulated_queries: 1, changed_queries: 1, listed_queries: 1 };
    const unread = [
      { code: 'not_recorded', count: 1 },
      { code: 'not_governed', count: 1 },
    ];
    const simulated = await simulateAll(service, governor, { policy_id, ...STRICT });
    expect(simulated).toMatchObject(counts);
    expect(simulated['not_simulated']).toEqual(expect.arrayContaining(unread));
    await loseRecord(service, String(references[1]));
    expect(await simulateAll(service, governor, { policy_id, ...STRICT })).toMatchObject({
      simulated_queries: 0,
      not_simulated: expect.arrayContaining([{ code: 'record_missing', count: 1 }]),
    });
    const disabling = { policy_id, ...selecting({ is_enabled: false }) };
    expect(await simulateAll(service, governor, disabling)).toMatchObject({
      outcomes: [{ recorded_outcome: 'issued', simulated_outcome: 'no_result', count: 1 }],
      not_simulated: expect.arrayContaining(unread),
    });
    const ofTemplate = await aPolicyOf(service, world.networkId, { product_id: ASSETS.id });
    expect(await simulateAll(service, governor, { policy_id: ofTemplate })).toMatchObject({
      simulated_queries: 0,
      not_simulated: [{ code: 'other_product', count: 3 }],
    });
  });

  test('of queries of several networks is hidden from a governor of one, and audited in each', async () => {
    const { world, policy_id } = await aQueriedBusiness(service);
    const other = newId();
    const network_ids = [world.networkId, other];
    const both = { ...world, principal: memberOfEach('querier', ...network_ids) };
    await queryCertificate(service, both, { network_ids });
    const governor = memberOfEach('governor', ...network_ids);
    const { simulation_id, ...simulated } = await simulateAll(service, governor, {
      policy_id,
      ...STRICT,
    });
    expect(simulated).toMatchObject({ simulated_queries: 2 });
    const path = `/v1/simulations/${simulation_id}`;
    const ofOne = governorOf(world);
    for (const [method, each] of [
      ['GET', path],
      ['GET', `${path}/queries`],
      ['POST', `${path}/cancel`],
    ] as const) {
      expect(await service.call(ofOne, method, each)).toMatchObject({
        status: 404,
        body: { reason: 'not_found' },
      });
    }
    const listOf = async (reader: typeof ofOne) =>
      (await service.call(reader, 'GET', `/v1/simulations?network_id=${world.networkId}`)).body;
    expect(await listOf(ofOne)).toMatchObject({ data: [] });
    expect(await listOf(governor)).toMatchObject({ data: [{ simulation_id }] });
    const entries = () =>
      service.sql<{ network: string; data: string }>(
        'select network, data from audit_entry where type = $1 and network = any($2)',
        [QueriesSimulated.type, network_ids],
      );
    await eventually(async () => expect(await entries()).toHaveLength(2));
    const found = await entries();
    expect(found.map(({ network }) => network).sort()).toEqual(network_ids.sort());
    for (const { network, data } of found) {
      expect(QueriesSimulated.parse(JSON.parse(data))).toMatchObject({
        simulation_id,
        network_ids: [network],
        entity_id: governor.entity_id,
        account_id: governor.account_id,
        policy_id,
        model_selections: [expect.objectContaining({ max_age_days: 1 })],
      });
    }
  });

  test('takes only the queries of its period', async () => {
    const { references, governor, policy_id } = await aQueriedBusiness(service, 3);
    const times = await service.sql<{ occurred_at: Date }>(
      'select occurred_at from query_event where query_event_id = any($1) order by occurred_at',
      [references],
    );
    const [, second, third] = times.map(({ occurred_at: at }) => at.toISOString());
    const simulated = await simulateAll(service, governor, {
      policy_id,
      from: second,
      to: third,
    });
    expect(simulated).toMatchObject({ from: second, to: third, simulated_queries: 1 });
  });
});

describe('a request to simulate', () => {
  test('is rejected with a reason when it is not valid', async () => {
    const { world, governor, policy_id } = await aQueriedBusiness(service);
    const reasonOf = async (body: object, by = governor) => {
      const { status, body: answer } = await startSimulation(service, by, body);
      return [status, answer['reason']];
    };
    const absent = [404, 'policy_not_found'];
    expect(await reasonOf({ policy_id: newId() })).toEqual(absent);
    expect(await reasonOf({ policy_id }, member(newId(), 'governor'))).toEqual(absent);
    expect(await reasonOf({ policy_id }, member(world.networkId, 'querier'))).toEqual(absent);
    expect(await reasonOf({ policy_id, policy_version: 9 })).toEqual(absent);
    expect(await reasonOf({ policy_id, policy_version: 1, ...STRICT })).toEqual([
      400,
      'invalid_value',
    ]);
    expect(await reasonOf({ policy_id, model_selections: [{ model_name: 'none' }] })).toEqual([
      400,
      'unknown_field',
    ]);
    for (const window of [
      { from: '2999-01-01T00:00:00Z' },
      { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    ]) {
      expect(await reasonOf({ policy_id, ...window })).toEqual([400, 'invalid_window']);
    }
    expect(
      await service.call(
        member(world.networkId, 'querier'),
        'GET',
        `/v1/simulations?network_id=${world.networkId}`,
      ),
    ).toMatchObject({ status: 403, body: { reason: 'role_missing' } });
  });

  test('is a conflict while a simulation of the network is running, and not after its cancellation', async () => {
    const { governor, policy_id } = await aQueriedBusiness(service);
    const release = await holdSimulations(service);
    const first = await startSimulation(service, governor, { policy_id, ...STRICT });
    expect(first).toMatchObject({ status: 200, body: { state: 'running', ended_at: null } });
    expect(await startSimulation(service, governor, { policy_id })).toMatchObject({
      status: 409,
      body: { reason: 'simulation_running' },
    });
    const { simulation_id: id } = first.body;
    const cancel = () => service.call(governor, 'POST', `/v1/simulations/${id}/cancel`);
    expect(await cancel()).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    await release();
    expect(await simulateAll(service, governor, { policy_id, ...STRICT })).toMatchObject({
      state: 'completed',
      changed_queries: 1,
    });
    expect((await cancel()).body).toEqual(await readSimulation(service, governor, id));
    expect(await readSimulation(service, governor, id)).toMatchObject({
      state: 'cancelled',
      simulated_queries: 0,
      ended_at: expect.any(String),
    });
  });
});
