import {
  AttestationCreated,
  ConsentGranted,
  newId,
  QueryingPolicySaved,
  QuerySimulated,
} from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY, KYB } from '../testing/coverage.js';
import {
  aDefaultPolicy,
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  loseRecord,
  queryCertificate,
} from '../testing/explained-business.js';
import type { QueryService } from '../testing/query-service.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, anOwner, ASSETS, ConsumerWorld, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, anAttestation, aRecord, aVerification, type World } from '../testing/world.js';

const service = useQueryService();

const simulate = (reader: Parameters<QueryService['call']>[0], reference: string, body: object) =>
  service.call(reader, 'POST', `/v1/query-events/${reference}/replay`, body);

const governorOf = ({ networkId }: World) => member(networkId, 'governor');

const selecting = (selection: object) => ({
  model_selections: [{ model_name: IDENTITY, ...selection }],
});

/** The outcome of a simulation, with the reason where there is no answer. */
const outcomeOf = async (...asked: Parameters<typeof simulate>) => {
  const { body } = await simulate(...asked);
  const simulation = body['simulation'] as Record<'simulated_outcome' | 'simulated_reason', string>;
  return [simulation.simulated_outcome, simulation.simulated_reason];
};

const REFUSED = ['refused', 'consent_required'];

describe('a simulation', () => {
  test('answers a past query under the selections of the request, and stores nothing', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const before = await service.queryEvents(world.principal);
    const draft = selecting({ is_required: true, max_age_days: 1 });
    expect(await simulate(governorOf(world), reference, draft)).toMatchObject({
      status: 200,
      body: {
        code: 'simulated',
        difference: null,
        simulation: {
          policy_id: null,
          recorded_outcome: 'issued',
          simulated_outcome: 'no_result',
          records: [
            {
              model_name: IDENTITY,
              furnishing_entity_id: world.furnisherId,
              recorded_code: 'chosen',
              simulated_code: 'too_old',
              explanation: 'The policy accepts records of at most 1 day, and the record was older.',
            },
          ],
        },
      },
    });
    expect(await service.queryEvents(world.principal)).toEqual(before);
  });

  test('is an audit entry of each network of the query, and no part of its evidence', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const network_ids = [world.networkId, other];
    const both = { ...world, principal: memberOfEach('querier', ...network_ids) };
    const reference = await queryCertificate(service, both, { network_ids });
    const governor = memberOfEach('governor', ...network_ids);
    const entries = () =>
      service.sql<{ network: string; data: string; account_id: string }>(
        'select network, data, account_id from audit_entry where type = $1 and network = any($2)',
        [QuerySimulated.type, network_ids],
      );
    await simulate(governor, reference, {});
    await simulate(governorOf(world), reference, selecting({}));
    await simulate(governor, reference, { policy_id: newId() });
    await simulate(governor, reference, selecting({ max_age_days: 1 }));
    await eventually(async () => expect(await entries()).toHaveLength(2));

    const found = await entries();
    expect(found.map(({ network }) => network).sort()).toEqual([...network_ids].sort());
    for (const { account_id, data } of found) {
      expect(account_id).toBe(governor.account_id);
      expect(QuerySimulated.parse(JSON.parse(data))).toEqual({
        simulation_id: expect.any(String),
        query_event_id: reference,
        network_ids,
        entity_id: governor.entity_id,
        policy_id: null,
        policy_version: null,
        model_selections: [
          expect.objectContaining({ model_name: IDENTITY, is_enabled: true, max_age_days: 1 }),
        ],
        consent: null,
        permissible_purposes: [],
        outcome: 'no_result',
      });
    }
    const evidence = await service.call(
      both.principal,
      'GET',
      `/v1/query-events/${reference}/evidence`,
    );
    expect(evidence.body['audit_entries']).toEqual(
      network_ids.map(() => expect.objectContaining({ type: 'query.executed.v1' })),
    );
  });

  test('that is impossible has a reason, and is counted neither as a replay nor as a mismatch', async () => {
    const [undecided, lost] = [await aVerifiedBusiness(service), await aVerifiedBusiness(service)];
    const before = await queryCertificate(service, undecided);
    await forgetDecision(service, before);
    const missing = await queryCertificate(service, lost);
    await loseRecord(service, missing);
    const journal = async () => ({
      counts: await service.sql('select code, count from replay_count order by code'),
      mismatches: await service.sql('select query_event_id from replay_mismatch'),
    });
    const entered = await journal();
    expect(await simulate(governorOf(undecided), before, selecting({}))).toMatchObject({
      status: 200,
      body: { code: 'not_recorded', difference: null, simulation: null },
    });
    const recent = selecting({ max_age_days: 1 });
    expect(await simulate(governorOf(lost), missing, recent)).toMatchObject({
      status: 200,
      body: { code: 'record_missing', difference: { path: 'record' }, simulation: null },
    });
    expect(await journal()).toEqual(entered);
  });

  test('needs no record that cannot change the answer', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await loseRecord(service, reference);
    service.furnishing.failWith(503);
    const simulated = await simulate(
      governorOf(world),
      reference,
      selecting({ is_enabled: false }),
    );
    service.furnishing.failWith(undefined);
    expect(simulated).toMatchObject({
      status: 200,
      body: { code: 'simulated', simulation: { simulated_outcome: 'no_result' } },
    });
  });

  test('uses the attestation of the time of the query', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const { furnisherId: entity_id } = world;
    await service.deliver(AttestationCreated, anAttestation({ entity_id, product_id: KYB }));
    const draft = selecting({ attestation_required: true });
    expect(await simulate(governorOf(world), reference, draft)).toMatchObject({
      body: { simulation: { records: [{ simulated_code: 'attestation_missing' }] } },
    });
  });

  test('that hides the verification time considers the last furnished record', async () => {
    const world = await aVerifiedBusiness(service);
    await service.furnish(
      aVerification(world, { business_entity_type: 'x' }, '2025-01-01T00:00:00Z'),
    );
    const reference = await queryCertificate(service, world);
    const field_name = 'business_identity_verification_performed_timestamp';
    const draft = selecting({
      field_selections: [
        { field_name, is_enabled: false },
        { field_name: 'business_entity_type', accepted_values: ['x'] },
      ],
    });
    expect(await simulate(governorOf(world), reference, draft)).toMatchObject({
      body: {
        simulation: { simulated_outcome: 'issued', records: [{ simulated_code: 'chosen' }] },
      },
    });
  });

  test('names a stored policy, by default its latest version', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const policy = { ...aDemand(world, { is_enabled: false }), is_default: false };
    await service.deliver(QueryingPolicySaved, { ...policy, status: 'draft' });
    await service.deliver(QueryingPolicySaved, {
      ...policy,
      status: 'draft',
      revision: 2,
      version: 2,
      model_selections: [],
    });
    const { policy_id } = policy;
    const outcomeUnder = async (body: object) =>
      (await simulate(governorOf(world), reference, body)).body['simulation'];
    expect(await outcomeUnder({ policy_id })).toMatchObject({
      policy_version: 2,
      simulated_outcome: 'issued',
    });
    expect(await outcomeUnder({ policy_id, policy_version: 1 })).toMatchObject({
      policy_id,
      policy_version: 1,
      simulated_outcome: 'no_result',
    });
  });

  test('of a policy that requires a consent refuses a query that had none', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const governor = governorOf(world);
    const draft = { ...aDemand(world, {}), is_default: false, consent: 'required' as const };
    await service.deliver(QueryingPolicySaved, { ...draft, status: 'draft' });
    expect(await outcomeOf(governor, reference, { policy_id: draft.policy_id })).toEqual(REFUSED);
    const inline = { consent: 'required' };
    expect(await outcomeOf(governor, reference, inline)).toEqual(REFUSED);
    // The same policy in force.
    const { policy_id } = draft;
    const published = { ...draft, revision: 2, version: 2, status: 'published' as const };
    await service.deliver(QueryingPolicySaved, published);
    const body = { network_ids: [world.networkId], business_id: world.subjectId, policy_id };
    const path = '/v1/products/kyb_certificate/query';
    expect(await service.query(world.principal, path, body)).toMatchObject({
      status: 403,
      body: { reason: REFUSED[1] },
    });
  });

  test('without the consent that the policy requires answers a query that had none', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const draft = { ...aDemand(world, {}), is_default: false, consent: 'required' as const };
    await service.deliver(QueryingPolicySaved, { ...draft, status: 'draft' });
    const body = { policy_id: draft.policy_id, consent: null };
    expect(await outcomeOf(governorOf(world), reference, body)).toEqual(['issued', null]);
  });

  test('applies the purposes of the policy', async () => {
    const world = await aVerifiedBusiness(service);
    const { reference } = await service.query(
      world.principal,
      '/v1/products/kyb_certificate/query',
      { network_ids: [world.networkId], business_id: world.subjectId },
      { 'x-permissible-purpose': 'court_order' },
    );
    const under = (...permissible_purposes: string[]) =>
      outcomeOf(governorOf(world), String(reference), { permissible_purposes });
    expect(await under('court_order')).toEqual(['issued', null]);
    expect(await under('employment')).toEqual(REFUSED);
  });

  test('of a policy that requires a consent uses the one that the query did not need', async () => {
    const world = await aVerifiedBusiness(service);
    await service.deliver(ConsentGranted, aConsent(world));
    const open = await queryCertificate(service, world);
    const other = aConsent(world, { consented_fields: `${IDENTITY}.business_dba_name` });
    await service.deliver(ConsentGranted, other);
    const narrow = await queryCertificate(service, world);
    const draft = { consent: 'required' };
    expect(await outcomeOf(governorOf(world), open, draft)).toEqual(['issued', null]);
    expect(await outcomeOf(governorOf(world), narrow, draft)).toEqual([
      'no_result',
      'no_eligible_record',
    ]);
  });

  test('keeps the consent that bound the query', async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    const draft = { consent: 'required', permissible_purposes: ['employment'] };
    expect(await outcomeOf(governorOf(world), reference, draft)).toEqual(['issued', null]);
  });

  test('of a policy of one network leaves the terms of consent of the others', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, other) };
    const network_ids = [world.networkId, other];
    const reference = await queryCertificate(service, both, { network_ids });
    const consent = 'required' as const;
    const policies = network_ids.map((network_id) => ({
      ...aDemand(world, {}),
      ...{ network_id, is_default: false, consent },
    }));
    await service.deliver(QueryingPolicySaved, ...policies);
    const governor = memberOfEach('governor', ...network_ids);
    for (const { policy_id } of policies) {
      expect(await outcomeOf(governor, reference, { policy_id })).toEqual(REFUSED);
    }
    const elsewhere = { ...policies[0], policy_id: newId(), network_id: newId() };
    const everywhere = memberOfEach('governor', ...network_ids, elsewhere.network_id);
    await service.deliver(QueryingPolicySaved, { ...aDemand(world, {}), ...elsewhere });
    expect(await outcomeOf(everywhere, reference, { policy_id: elsewhere.policy_id })).toEqual([
      'issued',
      null,
    ]);
  });

  test('of a template applies consent and purposes', async () => {
    const owner = await anOwner(service);
    const reference = String((await owner.query(ASSETS)).reference);
    const draft = { permissible_purposes: ['employment'] };
    expect(await outcomeOf(governorOf(owner.world), reference, draft)).toEqual(['issued', null]);
    const consumer = new ConsumerWorld(service);
    await consumer.identify();
    await consumer.furnish(ASSETS, OWNS);
    const policy = aDefaultPolicy(consumer.world, { product_id: ASSETS.id });
    const open = { ...policy, consent: 'permissible_purpose' as const };
    await service.deliver(QueryingPolicySaved, open);
    const headers = { 'x-permissible-purpose': 'account_review' };
    const purposeful = String((await consumer.query(ASSETS, { headers })).reference);
    const governor = governorOf(consumer.world);
    expect(await outcomeOf(governor, purposeful, { consent: 'required' })).toEqual(REFUSED);
    const purposes = { consent: 'permissible_purpose', permissible_purposes: ['account_review'] };
    expect(await outcomeOf(governor, purposeful, purposes)).toEqual(['issued', null]);
  });

  test('of a template lists the verdict of each record', async () => {
    const owner = await anOwner(service);
    const reference = String((await owner.query(ASSETS)).reference);
    const draft = { model_selections: [{ model_name: ASSETS.slug, is_enabled: false }] };
    expect(await simulate(governorOf(owner.world), reference, draft)).toMatchObject({
      body: {
        simulation: {
          simulated_outcome: 'no_result',
          records: [
            {
              model_name: ASSETS.slug,
              field_name: null,
              recorded_code: 'chosen',
              simulated_code: 'not_enabled',
            },
          ],
        },
      },
    });
  });

  test('shows no record that the consent hides', async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world, { consented_fields: 'business_risk_compliance_assessment.*' });
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    expect(await simulate(governorOf(world), reference, selecting({}))).toMatchObject({
      body: { simulation: { simulated_outcome: 'no_result', records: [] } },
    });
  });

  test('omits a record that replaced one hidden by consent', async () => {
    const world = await aVerifiedBusiness(service);
    const TIME = 'business_identity_verification_performed_timestamp';
    const named = aRecord(world, {
      dataset: 'kyb_certificate',
      subject_type: 'business',
      furnished_at: '2026-02-01T00:00:00.000Z',
      models: { [IDENTITY]: { data: { business_dba_name: 'x' } } },
    });
    const typed = aVerification(world, { business_entity_type: 'llc' });
    await service.furnish(named, { ...typed, furnished_at: '2026-03-01T00:00:00.000Z' });
    const fields = [TIME, 'business_entity_type'].map((field) => `${IDENTITY}.${field}`);
    const consent = aConsent(world, { consented_fields: fields.join(',') });
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    const draft = selecting({ field_selections: [{ field_name: TIME, is_enabled: false }] });
    expect(await simulate(governorOf(world), reference, draft)).toMatchObject({
      body: { simulation: { simulated_outcome: 'issued', records: [] } },
    });
  });

  test('of a bundle names the policy that excludes a record', async () => {
    const consumer = await aConsumer(service);
    const [bundle, snapshot] = [
      templateNamed('credit_history_bundle'),
      templateNamed('consumer_credit_health_snapshot'),
    ];
    const furnished_at = new Date(Date.now() - 9 * 86_400_000).toISOString();
    await consumer.furnish(snapshot, { debt_to_income_ratio: '0.3' }, { furnished_at });
    const change = { consumer_cross_reference_id: undefined };
    const { reference } = await consumer.query(bundle, { change });
    const selection = { model_name: bundle.slug, max_age_days: 7 };
    const draft = { model_selections: [selection] };
    expect(await simulate(governorOf(consumer.world), String(reference), draft)).toMatchObject({
      body: {
        simulation: {
          records: [
            {
              model_name: snapshot.slug,
              field_name: null,
              simulated_code: 'too_old',
              explanation:
                'The policy accepts records of at most 7 days, and the record was older.',
            },
          ],
        },
      },
    });
  });

  test('needs a governor of every network of the query', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, other) };
    const network_ids = [world.networkId, other];
    const reference = await queryCertificate(service, both, { network_ids });
    expect(await simulate(governorOf(world), reference, selecting({}))).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
    const governor = memberOfEach('governor', ...network_ids);
    expect(await simulate(governor, reference, selecting({}))).toMatchObject({ status: 200 });
  });

  test('rejects selections and policies that cannot govern the query', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const foreign = { ...aDemand(world, {}), network_id: newId() };
    const template = { ...aDemand(world, {}), product_id: ASSETS.id, is_default: false };
    await service.deliver(QueryingPolicySaved, foreign, template);
    const governor = governorOf(world);
    const { policy_id } = template;
    for (const [status, body] of [
      [400, { model_selections: [{ model_name: 'no_such_model' }] }],
      [400, { ...selecting({}), policy_id }],
      [400, { consent: 'required', policy_id }],
      [422, { consent: 'never' }],
      [422, { permissible_purposes: ['gossip'] }],
      [400, { policy_version: 1 }],
      [400, { policy_id }],
      [404, { policy_id: foreign.policy_id }],
      [404, { policy_id: newId() }],
      [404, { policy_id, policy_version: 2 ** 31 }],
      [422, { model_selections: [{}] }],
    ] as const) {
      expect([body, await simulate(governor, reference, body)]).toMatchObject([body, { status }]);
    }
  });
});
