import { templateBySlug, type Template } from '@ndx/catalog';
import {
  ConsentGranted,
  newId,
  QueryingPolicySaved,
  type ModelSelection,
  type Principal,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { aDemand } from '../testing/explained-business.js';
import {
  aConsumer,
  anOwner,
  ASSETS,
  type ConsumerWorld,
  LIABILITIES,
  OWNS,
} from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsumersConsent } from '../testing/world.js';

const service = useQueryService();

interface Section {
  readonly model_name: string;
  readonly code: string;
  readonly furnishing_entity_id: string | null;
  readonly fields: readonly { readonly field_name: string; readonly code: string }[];
  readonly limits: readonly object[];
  readonly records: readonly object[];
}

interface Explained {
  readonly code: string;
  readonly explanation: string;
  readonly networks: readonly object[];
  readonly sections: readonly Section[];
}

async function explain(reader: Principal, reference: string | null) {
  const path = `/v1/query-events/${String(reference)}/explanation`;
  const { body } = await service.call<Explained>(
    { ...reader, permissions: ['billing:read'] },
    'GET',
    path,
  );
  const [section] = body.sections;
  if (!section) throw new Error(`nothing is explained: ${JSON.stringify(body)}`);
  const field = (name: string) => section.fields.find(({ field_name }) => field_name === name);
  return { ...body, section, field };
}

/** The network's default policy on a template. */
async function govern(
  owner: ConsumerWorld,
  { id, slug }: Template,
  selection: Partial<ModelSelection>,
) {
  const policy = { ...aDemand(owner.world, { model_name: slug, ...selection }), product_id: id };
  await service.deliver(QueryingPolicySaved, policy);
  return policy;
}

const bundle = templateBySlug('credit_history_bundle') ?? ASSETS;
const snapshot = templateBySlug('consumer_credit_health_snapshot') ?? ASSETS;
const STATUS = 'aggregated_credit_accounts_worst_current_delinquency_status';

describe('the explanation of a template query', () => {
  test('gives for each field its furnisher, or the reason why it is null', async () => {
    const owner = await anOwner(service, {
      consented_fields: Object.keys(OWNS)
        .map((field) => `${ASSETS.slug}.${field}`)
        .join(','),
    });
    const { world } = owner;
    await govern(owner, ASSETS, {
      field_selections: [aField({ field_name: 'asset_type', is_enabled: false })],
    });
    const { reference } = await owner.query(ASSETS);
    const explained = await explain(world.principal, reference);
    expect(explained).toMatchObject({ code: 'issued', explanation: 'A result was issued.' });
    expect(explained.section).toMatchObject({
      model_name: ASSETS.slug,
      code: 'issued',
      furnishing_entity_id: world.furnisherId,
    });
    expect(explained.field('housing_status_own_rent')).toEqual({
      field_name: 'housing_status_own_rent',
      is_required: false,
      code: 'issued',
      explanation: 'It was issued.',
      sources: [
        {
          network_id: world.networkId,
          furnishing_entity_id: world.furnisherId,
          attestation_id: null,
        },
      ],
    });
    expect(explained.field('asset_type')).toMatchObject({
      code: 'not_enabled',
      explanation: 'The policy disables it.',
      sources: [],
    });
    expect(explained.field('asset_current_market_value')).toMatchObject({
      code: 'consent_scope',
      explanation: 'The consent does not cover it.',
    });
  });

  test('of a 204 names the required fields without a value, and each rule', async () => {
    const consumer = await aConsumer(service);
    const [debt, ...others] = LIABILITIES.outputs.flatMap(({ source, name }) =>
      source.kind === 'furnished' ? [name] : [],
    );
    await consumer.furnish(LIABILITIES, Object.fromEntries(others.map((name) => [name, '1.00'])));
    const { reference, status } = await consumer.query(LIABILITIES);
    expect(status).toBe(204);
    const { principal, networkId } = consumer.world;
    const explained = await explain(principal, reference);
    expect(explained).toMatchObject({
      code: 'required_field_missing',
      explanation: `No result was issued: required fields have no value: ${String(debt)}, current_total_liabilities. The code of each field gives the reason.`,
    });
    expect(explained.field(String(debt))).toMatchObject({
      is_required: true,
      code: 'no_eligible_record',
    });
    expect(explained.field('current_total_liabilities')).toMatchObject({
      code: 'not_determined',
      explanation:
        'No furnisher states it itself, and the values that you may read do not determine it.',
    });
    expect(explained.field(String(others[0]))).toMatchObject({ code: 'result_not_issued' });
    expect(await explain(member(networkId, 'governor'), reference)).toMatchObject({
      code: 'required_field_missing',
    });
  });

  test('shows the governor the values that its policy excluded, and the querier the rules', async () => {
    const owner = await anOwner(service);
    const policy = await govern(owner, ASSETS, { attestation_required: true });
    const { reference } = await owner.query(ASSETS);
    const { networkId, furnisherId, principal } = owner.world;
    const governor = await explain(member(networkId, 'governor'), reference);
    expect(governor.section.records).toContainEqual({
      network_id: networkId,
      furnishing_entity_id: furnisherId,
      field_name: 'asset_type',
      code: 'attestation_missing',
      explanation: 'The policy requires an attestation, and the furnisher had no active one.',
    });
    const querier = await explain(principal, reference);
    expect(querier.section).toMatchObject({
      records: [],
      limits: [{ model_name: ASSETS.slug, code: 'attestation_missing', field_name: null }],
    });
    const furnisher = { ...member(networkId, 'furnisher'), entity_id: furnisherId };
    const uses = await service.call(
      { ...furnisher, permissions: ['data:furnish'] },
      'GET',
      `/v1/record-uses?network_id=${networkId}`,
    );
    expect(uses.body).toMatchObject({
      data: [
        {
          query_event_id: reference,
          product_slug: ASSETS.slug,
          records: [
            { field_name: 'asset_type', code: 'attestation_missing', policy_id: policy.policy_id },
            { field_name: 'housing_status_own_rent', code: 'attestation_missing' },
          ],
        },
      ],
    });
  });

  test('is not found by an institution that neither queried nor governs', async () => {
    const owner = await anOwner(service);
    const { reference } = await owner.query(ASSETS);
    const stranger = {
      ...member(owner.world.networkId, 'querier'),
      permissions: ['billing:read' as const],
    };
    const path = `/v1/query-events/${String(reference)}/explanation`;
    expect((await service.send(stranger, 'GET', path)).status).toBe(404);
  });
});

describe('the explanation of a bundle', () => {
  test('names the data set whose policy excluded a value', async () => {
    const consumer = await aConsumer(service);
    await consumer.furnish(snapshot, { [STATUS]: 'current' });
    const policy = await govern(consumer, snapshot, { max_age_days: 0 });
    const { networkId, furnisherId, principal } = consumer.world;
    const past =
      "update template_value set furnished_at = furnished_at - interval '2 days' where furnishing_entity_id = $1";
    await service.sql(past, [furnisherId]);
    const { reference, status } = await consumer.query(bundle, {
      change: { consumer_cross_reference_id: undefined },
    });
    expect(status).toBe(204);
    const sentence = `The policy for ${snapshot.slug} accepts values that were furnished at most 0 days ago, and the value was older.`;
    const governor = await explain(member(networkId, 'governor'), reference);
    expect(governor.networks).toMatchObject([
      {
        policy_id: null,
        data_sets: [{ model_name: snapshot.slug, policy_id: policy.policy_id, policy_version: 1 }],
      },
    ]);
    expect(governor.section.records).toMatchObject([
      { field_name: STATUS, code: 'too_old', explanation: sentence },
    ]);
    const { section } = await explain(principal, reference);
    expect(section.limits).toMatchObject([{ model_name: snapshot.slug, code: 'too_old' }]);
  });

  test('reports that no consent in force opens a data set', async () => {
    const consumer = await aConsumer(service, { scope: bundle.slug });
    const ended = { scope: snapshot.slug, revoked_at: '2026-01-01T00:00:00.000Z' };
    await service.deliver(
      ConsentGranted,
      aConsumersConsent(consumer.world, { ...ended, consent_id: newId() }),
    );
    await consumer.furnish(snapshot, { [STATUS]: 'current' });
    const { reference } = await consumer.query(bundle);
    const { networkId, principal } = consumer.world;
    const explained = await explain(principal, reference);
    expect(explained.field(STATUS)).toMatchObject({
      code: 'dataset_closed',
      explanation: 'No consent in force, and no allowed purpose, opens its data set.',
    });
    const governor = await explain(member(networkId, 'governor'), reference);
    expect(governor.section.records).toEqual([]);
  });
});

describe('a coverage check', () => {
  const check = async ({ world }: ConsumerWorld, { id }: Template) => {
    const request = {
      product_id: id,
      network_ids: [world.networkId],
      consumer_id: world.subjectId,
    };
    const { body } = await service.call<{ readonly explanation: Explained; issuable: boolean }>(
      world.principal,
      'POST',
      '/v1/products/check',
      request,
    );
    return body;
  };

  test('explains the answer before it is billed, with the codes of the query', async () => {
    const owner = await anOwner(service);
    await govern(owner, ASSETS, {
      field_selections: [aField({ field_name: 'asset_type', is_enabled: false })],
    });
    const { explanation } = await check(owner, ASSETS);
    expect(explanation).toMatchObject({ code: 'issued', explanation: 'A result would be issued.' });
    const { reference } = await owner.query(ASSETS);
    const explained = await explain(owner.world.principal, reference);
    const codes = ({ sections }: Explained) =>
      sections[0]?.fields.map(({ field_name, code }) => [field_name, code]);
    expect(codes(explanation)).toEqual(codes(explained));
  });

  test('lists the fields that a 204 would lack', async () => {
    const owner = await anOwner(service);
    await govern(owner, ASSETS, { attestation_required: true });
    expect(await check(owner, ASSETS)).toMatchObject({
      issuable: false,
      entities: [],
      explanation: {
        code: 'no_eligible_record',
        sections: [{ limits: [{ code: 'attestation_missing' }], records: [] }],
      },
    });
  });
});
