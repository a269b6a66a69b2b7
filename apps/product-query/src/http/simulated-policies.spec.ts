import {
  ConsentGranted,
  ConsentRevoked,
  newId,
  QueryingPolicySaved,
  type Principal,
} from '@ndx/contracts';
import { memberOfEach } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { aField, aSelection } from '../testing/builders.js';
import { IDENTITY } from '../testing/coverage.js';
import {
  aDefaultPolicy,
  aDemand,
  aVerifiedBusiness,
  queryCertificate,
} from '../testing/explained-business.js';
import { governorOf, selecting, simulateAll } from '../testing/simulations.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, ASSETS, ConsumerWorld, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsumersConsent, aVerification, type World } from '../testing/world.js';

const service = useQueryService();

const RECENT = selecting({ max_age_days: 1 });

/** The result of a simulation of one query among all, which equals the one of the query alone. */
async function simulated(governor: Principal, reference: string, body: object) {
  const all = await simulateAll(service, governor, body);
  const one = await alone(governor, reference, body);
  const { recorded_outcome, simulated_outcome, simulated_reason } = one;
  const outcome = { recorded_outcome, simulated_outcome, simulated_reason, count: 1 };
  expect(all['outcomes']).toEqual([outcome]);
  return { all, alone: one };
}

/** The result of the simulation of a query. */
async function alone(governor: Principal, reference: string, body: object) {
  const path = `/v1/query-events/${reference}/replay`;
  const { body: answer } = await service.call(governor, 'POST', path, body);
  return answer['simulation'] as Record<string, unknown>;
}

/** The answer to a query of the business of a world. */
const asked = ({ principal, networkId, subjectId }: World, body: object) =>
  service.query(principal, '/v1/products/kyb_certificate/query', {
    ...{ network_ids: [networkId], business_id: subjectId, ...body },
  });

/** The one reason for which queries are not simulated. */
async function unsimulated(governor: Principal, body: object) {
  const { simulated_queries, not_simulated } = await simulateAll(service, governor, body);
  expect(simulated_queries).toBe(0);
  return not_simulated;
}

const twoNetworks = (world: World) => {
  const other = { ...world, networkId: newId() };
  const network_ids = [world.networkId, other.networkId];
  return {
    other,
    network_ids,
    querier: { ...world, principal: memberOfEach('querier', ...network_ids) },
    governor: memberOfEach('governor', ...network_ids),
  };
};

describe('a simulation of a policy', () => {
  test('leaves the selections of the other networks of a query', async () => {
    const world = await aVerifiedBusiness(service);
    const { other, network_ids, querier, governor } = twoNetworks(world);
    await service.identify(other, 'business', world.hash);
    await service.furnish(
      aVerification({ ...other, furnisherId: newId() }, { business_entity_type: 'llc' }),
    );
    const own = aDefaultPolicy(world, {});
    const named = ['business_dba_name'].map((field_name) => aField({ field_name }));
    const theirs = aDefaultPolicy(other, {
      model_selections: [aSelection({ max_age_days: 36_500, field_selections: named })],
    });
    await service.deliver(QueryingPolicySaved, own, theirs);
    const reference = await queryCertificate(service, querier, { network_ids });
    const hidden = [{ field_name: 'business_entity_type', is_enabled: false }];
    const { policy_id } = own;
    const { all, alone } = await simulated(governor, reference, {
      ...{ policy_id, is_default: true },
      ...selecting({ max_age_days: 1, field_selections: hidden }),
    });
    expect(all).toMatchObject({
      simulated_queries: 1,
      outcomes: [{ simulated_outcome: 'issued' }],
    });
    expect(alone['records']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ network_id: world.networkId, simulated_code: 'too_old' }),
        expect.objectContaining({ network_id: other.networkId, simulated_code: 'chosen' }),
      ]),
    );
    expect(all['fields']).toEqual([]);
  });

  test('counts the queries that used another policy', async () => {
    const world = await aVerifiedBusiness(service);
    const governor = governorOf(world);
    const own = { ...aDemand(world, {}), is_default: false };
    const other = { ...aDemand(world, {}), is_default: false };
    await service.deliver(QueryingPolicySaved, own, other);
    await queryCertificate(service, world, { policy_id: other.policy_id });
    const { policy_id } = own;
    const counted = [{ code: 'other_policy', count: 1 }];
    for (const is_default of [true, false]) {
      expect(await unsimulated(governor, { policy_id, is_default, ...RECENT })).toEqual(counted);
    }
    await queryCertificate(service, world);
    expect(await unsimulated(governor, { policy_id, is_default: false })).toEqual([
      { code: 'other_policy', count: 2 },
    ]);
    expect(
      await simulateAll(service, governor, { policy_id, is_default: true, ...RECENT }),
    ).toMatchObject({
      is_default: true,
      ...{ simulated_queries: 1, changed_queries: 1, not_simulated: counted },
    });
    const standing = { policy_id: other.policy_id, is_default: undefined, ...RECENT };
    expect(await simulateAll(service, governor, standing)).toMatchObject({
      is_default: false,
      ...{ simulated_queries: 1, changed_queries: 1, not_simulated: counted },
    });
  });

  test('replaces the former default of the network, and of a query that named none', async () => {
    const world = await aVerifiedBusiness(service);
    const governor = governorOf(world);
    const former = aDemand(world, { is_enabled: false });
    const next = { ...aDemand(world, {}), is_default: false };
    await service.deliver(QueryingPolicySaved, former, next);
    const reference = await queryCertificate(service, world);
    const { policy_id } = next;
    const { all } = await simulated(governor, reference, { policy_id, is_default: true });
    expect(all).toMatchObject({
      sections: [{ model_name: IDENTITY, change: 'gained', code: 'not_enabled' }],
    });
  });

  test('that is not the default any more leaves its queries to the built-in default', async () => {
    const world = await aVerifiedBusiness(service);
    const governor = governorOf(world);
    const policy = aDemand(world, { is_enabled: false });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const { policy_id } = policy;
    const draft = { policy_id, is_default: false, consent: 'required', ...RECENT };
    expect((await simulated(governor, reference, draft)).all).toMatchObject({
      ...{ simulated_queries: 1, changed_queries: 1, not_simulated: [] },
      sections: [{ model_name: IDENTITY, change: 'gained', code: 'not_enabled' }],
    });
    await queryCertificate(service, world, { policy_id });
    const both = await simulateAll(service, governor, draft);
    const recorded_outcome = 'no_result';
    expect(both['outcomes']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ recorded_outcome, simulated_outcome: 'issued', count: 1 }),
        expect.objectContaining({ recorded_outcome, simulated_outcome: 'refused', count: 1 }),
      ]),
    );
  });

  test('that is archived leaves its queries to the built-in default, and refuses those that named it', async () => {
    const world = await aVerifiedBusiness(service);
    const governor = governorOf(world);
    const policy = aDemand(world, { is_enabled: false });
    await service.deliver(QueryingPolicySaved, policy);
    const unnamed = await queryCertificate(service, world);
    const { policy_id } = policy;
    const draft = { policy_id, is_default: true, status: 'archived' };
    expect((await simulated(governor, unnamed, draft)).all).toMatchObject({
      status: 'archived',
      sections: [{ model_name: IDENTITY, change: 'gained', code: 'not_enabled' }],
    });
    const named = await queryCertificate(service, world, { policy_id });
    const refused = { simulated_outcome: 'refused', simulated_reason: 'policy_not_published' };
    expect(await alone(governor, named, draft)).toMatchObject({ ...refused, records: [] });
    const both = await simulateAll(service, governor, draft);
    expect(both['outcomes']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ simulated_outcome: 'issued', count: 1 }),
        expect.objectContaining({ ...refused, count: 1 }),
      ]),
    );
    await service.deliver(QueryingPolicySaved, { ...policy, revision: 2, status: 'archived' });
    const answer = await asked(world, { policy_id });
    expect(answer).toMatchObject({ status: 400, body: { reason: 'policy_not_published' } });
  });

  test('that is enforced refuses the queries that named another policy', async () => {
    const world = await aVerifiedBusiness(service);
    const governor = governorOf(world);
    const own = aDemand(world, {});
    const other = { ...aDemand(world, {}), is_default: false };
    await service.deliver(QueryingPolicySaved, own, other);
    const { policy_id } = other;
    const reference = await queryCertificate(service, world, { policy_id });
    const draft = { policy_id: own.policy_id, is_default: true, enforced: true };
    const refused = { simulated_outcome: 'refused', simulated_reason: 'policy_enforced' };
    expect((await simulated(governor, reference, draft)).all).toMatchObject({
      ...{ enforced: true, simulated_queries: 1, changed_queries: 1 },
      outcomes: [refused],
    });
    for (const change of [{ is_default: false }, { enforced: false }, { status: 'archived' }]) {
      expect(await unsimulated(governor, { ...draft, ...change })).toEqual([
        { code: 'other_policy', count: 1 },
      ]);
    }
    await service.deliver(QueryingPolicySaved, { ...own, revision: 2, enforced: true });
    const answer = await asked(world, { policy_id });
    expect(answer).toMatchObject({ status: 403, body: { reason: 'policy_enforced' } });
  });

  test('applies its terms of consent to its network alone', async () => {
    const consumer = new ConsumerWorld(service);
    const { world } = consumer;
    const other = consumer.elsewhere();
    await consumer.identify();
    await consumer.identify(other);
    await consumer.furnish(ASSETS, OWNS);
    await service.furnish({
      ...aVerification({ ...other, furnisherId: newId() }, {}),
      ...{ dataset: ASSETS.slug, subject_type: 'consumer', models: { [ASSETS.slug]: OWNS } },
    });
    const terms = { product_id: ASSETS.id, consent: 'permissible_purpose' as const };
    const own = aDefaultPolicy(world, terms);
    await service.deliver(QueryingPolicySaved, own, aDefaultPolicy(other, terms));
    const headers = { 'x-permissible-purpose': 'account_review' };
    const { reference } = await consumer.query(ASSETS, { principal: other.principal, headers });
    const governor = memberOfEach('governor', world.networkId, other.networkId);
    const { policy_id } = own;
    const draft = { policy_id, is_default: true, consent: 'required' };
    const { alone } = await simulated(governor, String(reference), draft);
    expect(alone).toMatchObject({
      simulated_outcome: 'issued',
      records: [{ network_id: other.networkId }],
    });
  });

  test('needs the policy for its standing', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const path = `/v1/query-events/${reference}/replay`;
    const body = { is_default: true, ...RECENT };
    expect(await service.call(governorOf(world), 'POST', path, body)).toMatchObject({
      status: 400,
      body: { reason: 'invalid_value' },
    });
  });
});

const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');
const BUNDLE = templateNamed('credit_history_bundle');
const WORST = 'aggregated_credit_accounts_worst_current_delinquency_status';

describe('a simulation of a policy of a data set of a bundle', () => {
  /** A bundle that was queried, with the policy of its data set. */
  async function aQueriedBundle(terms: object = {}) {
    const consumer = await aConsumer(service);
    const { world } = consumer;
    const furnished = (SNAPSHOT.furnish?.data ?? []).flatMap(({ name, type }) =>
      type === 'boolean' ? [] : [[name, type === 'string[]' ? ['a'] : 'current'] as const],
    );
    const furnished_at = new Date(Date.now() - 9 * 86_400_000).toISOString();
    await consumer.furnish(SNAPSHOT, Object.fromEntries(furnished), { furnished_at });
    const policy = aDefaultPolicy(world, { product_id: SNAPSHOT.id, ...terms });
    await service.deliver(QueryingPolicySaved, policy);
    const { status, reference } = await consumer.query(BUNDLE);
    expect(status).toBe(200);
    return { consumer, governor: governorOf(world), policy, reference: String(reference) };
  }

  const selectingOf = (selection: object) => ({
    model_selections: [{ model_name: SNAPSHOT.slug, ...selection }],
  });

  test('shows the answers of the bundle that are lost, by its data set', async () => {
    const { governor, policy, reference } = await aQueriedBundle();
    const { policy_id } = policy;
    const draft = { policy_id, ...selectingOf({ max_age_days: 1 }) };
    const { all, alone } = await simulated(governor, reference, draft);
    expect(alone).toMatchObject({
      simulated_outcome: 'no_result',
      records: [{ model_name: SNAPSHOT.slug, simulated_code: 'too_old' }],
    });
    expect(all).toMatchObject({
      sections: [{ model_name: SNAPSHOT.slug, change: 'lost', code: 'too_old' }],
    });
  });

  test('shows the answers of the bundle that lack a field which it hides', async () => {
    const { governor, policy, reference } = await aQueriedBundle();
    const { policy_id } = policy;
    const field_name = WORST;
    const hiding = selectingOf({ field_selections: [{ field_name, is_enabled: false }] });
    const { all, alone } = await simulated(governor, reference, { policy_id, ...hiding });
    const code = 'required_field_missing';
    expect(alone).toMatchObject({ simulated_outcome: 'no_result', simulated_reason: code });
    expect(all['sections']).toMatchObject([{ model_name: SNAPSHOT.slug, change: 'lost', code }]);
  });

  test('that is not the default any more leaves the bundle to the built-in one', async () => {
    const { governor, policy, reference } = await aQueriedBundle();
    const { policy_id } = policy;
    const strict = { policy_id, ...selectingOf({ max_age_days: 1 }) };
    const { alone } = await simulated(governor, reference, strict);
    expect(alone['simulated_outcome']).toBe('no_result');
    const ended = await simulated(governor, reference, { ...strict, is_default: false });
    expect(ended.alone).toMatchObject({
      simulated_outcome: 'issued',
      records: [{ model_name: SNAPSHOT.slug, simulated_code: 'chosen' }],
    });
    expect(ended.all).toMatchObject({ simulated_queries: 1, changed_queries: 0 });
    const archived = await simulated(governor, reference, { ...strict, status: 'archived' });
    expect(archived.alone).toEqual(ended.alone);
  });

  test('counts the bundles in which a consent closed it, or another policy applied', async () => {
    const { consumer, governor, policy } = await aQueriedBundle();
    const { world } = consumer;
    const other = { ...policy, policy_id: newId(), is_default: false };
    await service.deliver(QueryingPolicySaved, other);
    const unused = { policy_id: other.policy_id, is_default: false };
    expect(await unsimulated(governor, unused)).toEqual([{ code: 'other_policy', count: 1 }]);
    const toBundle = aConsumersConsent(world, { scope: BUNDLE.slug });
    const toSnapshot = aConsumersConsent(world, { scope: SNAPSHOT.slug });
    await service.deliver(ConsentGranted, toBundle, toSnapshot);
    const revoked_at = new Date().toISOString();
    await service.deliver(ConsentRevoked, { ...toSnapshot, revision: 2, revoked_at });
    expect(await consumer.query(BUNDLE)).toMatchObject({ status: 204 });
    expect(await simulateAll(service, governor, { policy_id: policy.policy_id })).toMatchObject({
      simulated_queries: 1,
      not_simulated: [{ code: 'dataset_closed', count: 1 }],
    });
  });
});
