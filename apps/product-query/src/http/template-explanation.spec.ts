import { templateBySlug, type Template } from '@ndx/catalog';
import {
  BusinessIdentified,
  ConsentGranted,
  newId,
  QueryingPolicySaved,
  type ModelSelection,
  type Principal,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { words } from '../domain/explanation/words.js';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { aDemand } from '../testing/explained-business.js';
import { aBusinessQuery } from '../testing/requests.js';
import { templateNamed } from '../testing/template-input.js';
import {
  aConsumer,
  anOwner,
  ASSETS,
  type ConsumerWorld,
  LIABILITIES,
  OWNS,
} from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsumersConsent, aRecord, aWorld } from '../testing/world.js';

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
      explanation: `No result was issued: required fields have no value: ${words(String(debt))}. The code of each field gives the reason.`,
    });
    expect(explained.field(String(debt))).toMatchObject({
      is_required: true,
      code: 'no_eligible_record',
    });
    expect(explained.section.records).toMatchObject([
      { code: 'required_field_missing', field_name: debt },
    ]);
    expect(await explain(member(networkId, 'governor'), reference)).toMatchObject({
      code: 'required_field_missing',
    });
  });

  test('shows the governor the records that its policy excluded, and the querier the rules', async () => {
    const owner = await anOwner(service);
    const policy = await govern(owner, ASSETS, { attestation_required: true });
    const { reference } = await owner.query(ASSETS);
    const { networkId, furnisherId, principal } = owner.world;
    const governor = await explain(member(networkId, 'governor'), reference);
    expect(governor.section.records).toContainEqual({
      network_id: networkId,
      furnishing_entity_id: furnisherId,
      field_name: null,
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
            {
              model_name: ASSETS.slug,
              field_name: null,
              code: 'attestation_missing',
              policy_id: policy.policy_id,
            },
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

describe('the explanation of an answer', () => {
  test('names for each group the record, its furnisher and its time', async () => {
    const consumer = await aConsumer(service);
    const bank = newId();
    const lists = (snapshot.furnish?.data ?? []).flatMap(({ name, type }) =>
      type === 'string[]' ? [name] : [],
    );
    const isCashflow = (name: string) => name.startsWith('cashflow_based');
    const valuesOf = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, ['a']]));
    const [first, second] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
    await consumer.furnish(
      snapshot,
      {
        ...valuesOf(lists.filter((name) => !isCashflow(name))),
        [STATUS]: 'current',
        debt_to_income_ratio: '0.31',
      },
      { furnished_at: first },
    );
    await consumer.furnish(snapshot, valuesOf(lists.filter(isCashflow)), {
      furnished_at: second,
      furnishing_entity_id: bank,
    });
    const { reference, status } = await consumer.query(snapshot);
    expect(status).toBe(200);
    const { principal, networkId, furnisherId } = consumer.world;
    const used = (model_name: string, furnishing_entity_id: string, performed_at?: string) => ({
      model_name,
      code: 'issued',
      furnishing_entity_id,
      used_records: [
        {
          model_name,
          record_id: expect.any(String),
          network_id: networkId,
          furnishing_entity_id,
          attestation_id: null,
          performed_at,
        },
      ],
    });
    const { sections } = await explain(principal, reference);
    expect(sections).toMatchObject([
      used(snapshot.slug, furnisherId, first),
      used('cashflow_based_credit_score', bank, second),
      used('credit_based_credit_score', furnisherId, first),
    ]);
    const path = `/v1/query-events/${String(reference)}/evidence`;
    const reader = { ...principal, permissions: ['billing:read' as const] };
    const { body } = await service.call(reader, 'GET', path);
    expect(body).toMatchObject({
      records: [
        { model_name: 'cashflow_based_credit_score', furnishing_entity_id: bank },
        { model_name: snapshot.slug, furnishing_entity_id: furnisherId },
        { model_name: 'credit_based_credit_score', furnishing_entity_id: furnisherId },
      ],
    });
    const [event] = await service.queryEvents(principal);
    expect(event?.furnishing_entity_ids).toEqual([furnisherId, bank].sort());
  });

  test('names the legal name as missing where the furnisher stated none', async () => {
    const world = aWorld();
    const identity = templateNamed('business_identity_verification');
    const registration = 30_417;
    const key = JSON.stringify(['US-DE', String(registration)]);
    await service.settle(BusinessIdentified, {
      business_id: world.subjectId,
      network_id: world.networkId,
      match_hashes: [service.matchHash.of('registration', key)],
      ...{ merged_into: null, revision: 1 },
    });
    const names = identity.furnish?.data.map(({ name }) => name) ?? [];
    const values = Object.fromEntries(names.map((name) => [name, 'text']));
    const models = {
      [identity.slug]: {
        ...values,
        business_identity_verification_timestamp: '2026-01-02T00:00:00Z',
        business_tax_identifier_value: service.sealer.seal('012345678'),
      },
    };
    await service.furnish(
      aRecord(world, { dataset: identity.slug, subject_type: 'business', models }),
    );
    const body = aBusinessQuery(registration, {});
    const { reference } = await service.query(world.principal, identity.query.path, body);
    const { code, explanation, section } = await explain(world.principal, reference);
    expect(code).toBe('required_field_missing');
    expect(explanation).toContain('business legal name');
    expect(section.records).toEqual([
      expect.objectContaining({
        code: 'required_field_missing',
        field_name: 'business_legal_name',
      }),
    ]);
  });
});

describe('the explanation of a bundle', () => {
  test('names the data set whose policy excluded a record', async () => {
    const consumer = await aConsumer(service);
    await consumer.furnish(snapshot, { [STATUS]: 'current' });
    const policy = await govern(consumer, snapshot, { max_age_days: 0 });
    const { networkId, furnisherId, principal } = consumer.world;
    const past =
      "update statement set performed_at = performed_at - interval '2 days' where furnishing_entity_id = $1";
    await service.sql(past, [furnisherId]);
    const { reference, status } = await consumer.query(bundle, {
      change: { consumer_cross_reference_id: undefined },
    });
    expect(status).toBe(204);
    const sentence = `The policy for ${words(snapshot.slug)} accepts records of at most 0 days, and the record was older.`;
    const governor = await explain(member(networkId, 'governor'), reference);
    expect(governor.networks).toMatchObject([
      {
        policy_id: null,
        data_sets: [{ model_name: snapshot.slug, policy_id: policy.policy_id, policy_version: 1 }],
      },
    ]);
    expect(governor.section.records).toMatchObject([
      { field_name: null, code: 'too_old', explanation: sentence },
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
