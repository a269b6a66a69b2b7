import {
  ConsentGranted,
  DisputeChanged,
  newId,
  QueryingPolicySaved,
  RecordFurnished,
  type DisputedData,
  type Principal,
} from '@ndx/contracts';
import { verifyRelianceFile } from '@ndx/proof';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { assemble } from '../domain/reliance/assemble.js';
import { aSelection } from '../testing/builders.js';
import { check, IDENTITY, KYB } from '../testing/coverage.js';
import { aDefaultPolicy, aDemand } from '../testing/explained-business.js';
import { aConsumer, ASSETS, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aDispute, aRecord, aVerification, aWorld } from '../testing/world.js';

const service = useQueryService({ isReplayed: true, variables: { ENVIRONMENT: 'sandbox' } });

const QUERY = '/v1/products/kyb_certificate/query';
const TYPE = 'business_entity_type';

/** A business with one record of its identity, and operations on it. */
async function aBusiness() {
  const world = aWorld();
  const record = aVerification(world, { [TYPE]: 'llc', business_dba_name: 'Corner Shop' });
  await service.identify(world, 'business', world.hash);
  await service.furnish(record);
  const query = async (principal: Principal = world.principal, change: object = {}) => {
    const body = { network_ids: [world.networkId], business_id: world.subjectId, ...change };
    const { status, reference, ...answer } = await service.query(principal, QUERY, body);
    const { result } = (answer.body ?? {}) as Partial<Certificate>;
    return { status, reference: String(reference), result, marks: result?.meta.disputes };
  };
  const dispute = async (change: Parameters<typeof aDispute>[1] = {}) => {
    const opened = aDispute(record, change);
    await service.deliver(DisputeChanged, opened);
    return opened;
  };
  const demand = (disputed_data: DisputedData) =>
    service.deliver(QueryingPolicySaved, aDemand(world, { disputed_data }));
  return { world, record, query, dispute, demand };
}

interface Certificate {
  readonly result: {
    readonly meta: { readonly disputes?: readonly object[] };
    readonly [IDENTITY]: { readonly furnishing_entity_id: string };
  };
}

/** The institution with its clock moved forward. */
const ahead = (principal: Principal, days: number): Principal => ({
  ...principal,
  clock_offset_seconds: days * 86_400,
});

const explain = async (reader: Principal, reference: string) =>
  (await service.call(reader, 'GET', `/v1/query-events/${reference}/explanation`)).body;

describe('an undecided dispute of a record', () => {
  test('marks its section in answers until it is decided, and in their replays', async () => {
    const { query, dispute } = await aBusiness();
    expect((await query()).marks).toBeUndefined();
    const opened = await dispute();
    const mark = { model_name: IDENTITY, field_name: null, opened_at: opened.opened_at };
    const during = await query();
    expect(during.marks).toEqual([{ ...mark, due_at: opened.acknowledge_by }]);
    const acknowledged_at = new Date().toISOString();
    const acknowledged = {
      ...opened,
      revision: 2,
      state: 'acknowledged',
      acknowledged_at,
    } as const;
    await service.deliver(DisputeChanged, acknowledged);
    expect((await query()).marks).toEqual([{ ...mark, due_at: opened.decide_by }]);
    const decided = { ...acknowledged, revision: 3, state: 'decided', outcome: 'upheld' } as const;
    await service.deliver(DisputeChanged, { ...decided, decided_at: acknowledged_at });
    expect((await query()).marks).toBeUndefined();
  });

  test('is one mark with those of other institutions, from the first time to the first deadline', async () => {
    const { query, dispute } = await aBusiness();
    const first = await dispute({ opened_at: '2026-01-01T00:00:00.123Z' });
    const second = await dispute({ acknowledge_by: '2026-01-08T00:00:00.000Z' });
    await dispute({ ...second, dispute_id: newId() });
    expect((await query()).marks).toEqual([
      {
        ...{ model_name: IDENTITY, field_name: null },
        ...{ opened_at: first.opened_at, due_at: second.acknowledge_by },
      },
    ]);
    await dispute({ field_name: TYPE });
    expect((await query()).marks).toMatchObject([{ field_name: null }, { field_name: TYPE }]);
  });

  test('does not mark other sections, and other records', async () => {
    const { query, dispute } = await aBusiness();
    await dispute({ record_id: newId() });
    await dispute({ model_name: 'business_risk_compliance_assessment' });
    expect((await query()).marks).toBeUndefined();
  });

  test('is in the reliance file of the answer, which assembles it again', async () => {
    const { world, query, dispute } = await aBusiness();
    await dispute({ field_name: TYPE });
    const { reference, marks } = await query();
    const permissions = ['billing:read', 'product:query'] as const;
    const path = `/v1/query-events/${reference}/reliance-file`;
    const file = await eventually(async () => {
      const reader = { ...world.principal, permissions: [...permissions] };
      const response = await service.send(reader, 'GET', path);
      expect(response.status).toBe(200);
      return verifyRelianceFile(Buffer.from(await response.arrayBuffer()));
    });
    const members = Object.fromEntries(
      [...file.members].map(([name, text]) => [name, String(text)]),
    );
    const assembled = assemble(members);
    expect(assembled).toBe(members['answer.json']);
    expect(JSON.parse(assembled ?? '')).toMatchObject({ result: { meta: { disputes: marks } } });
  });
});

describe('a policy that excludes disputed data', () => {
  test('excludes the record at once, also from checks, and the explanation has the code', async () => {
    const { world, query, dispute, demand } = await aBusiness();
    await demand('exclude');
    expect((await query()).status).toBe(200);
    await dispute({ field_name: TYPE });
    const { status, reference } = await query();
    expect(status).toBe(204);
    const governor = member(world.networkId, 'governor');
    const code = { code: 'disputed' };
    expect(await explain(governor, reference)).toMatchObject({
      code: 'no_eligible_record',
      sections: [{ limits: [code], records: [code] }, {}, {}],
    });
    const body = { product_id: KYB, business_id: world.subjectId };
    expect(await check(service, world, body)).toMatchObject({
      body: { issuable: false, entities: [] },
    });
    const furnisher = { ...member(world.networkId, 'furnisher'), entity_id: world.furnisherId };
    const uses = await service.call(
      furnisher,
      'GET',
      `/v1/record-uses?network_id=${world.networkId}`,
    );
    expect(uses.body).toMatchObject({ data: [{}, { query_event_id: reference, records: [code] }] });
  });

  test('uses the record of another furnisher instead', async () => {
    const { world, query, dispute, demand } = await aBusiness();
    const other = { ...world, furnisherId: newId() };
    await service.furnish(aVerification(other, { [TYPE]: 'trust' }, '2025-01-01T00:00:00Z'));
    await demand('exclude');
    await dispute();
    expect((await query()).result?.[IDENTITY].furnishing_entity_id).toBe(other.furnisherId);
  });

  test('excludes after the deadline only what the furnisher left overdue, by the moved clock', async () => {
    const { world, query, dispute, demand } = await aBusiness();
    await demand('exclude_after_deadline');
    const opened = await dispute();
    const statusIn = async (days: number) => (await query(ahead(world.principal, days))).status;
    expect([await statusIn(6), await statusIn(8)]).toEqual([200, 204]);
    const acknowledged = { state: 'acknowledged', acknowledged_at: opened.opened_at } as const;
    await service.deliver(DisputeChanged, { ...opened, revision: 2, ...acknowledged });
    expect([await statusIn(8), await statusIn(31)]).toEqual([200, 204]);
  });

  test('is simulated for a past answer', async () => {
    const { world, query, dispute, demand } = await aBusiness();
    await dispute();
    const governor = member(world.networkId, 'governor');
    const simulated = async (reference: string, disputed_data: DisputedData) => {
      const draft = { model_selections: [{ model_name: IDENTITY, disputed_data }] };
      const path = `/v1/query-events/${reference}/replay`;
      return (await service.call(governor, 'POST', path, draft)).body['simulation'];
    };
    const marked = await query();
    expect(await simulated(marked.reference, 'exclude')).toMatchObject({
      simulated_outcome: 'no_result',
      records: [{ recorded_code: 'chosen', simulated_code: 'disputed' }],
    });
    await demand('exclude');
    const excluded = await query();
    expect(await simulated(excluded.reference, 'exclude_after_deadline')).toMatchObject({
      simulated_outcome: 'issued',
      records: [{ recorded_code: 'disputed', simulated_code: 'chosen' }],
    });
  });

  test('excludes the record from the answer of a template', async () => {
    const owner = await aConsumer(service);
    const record = aRecord(owner.world, {
      ...{ dataset: ASSETS.slug, subject_type: 'consumer', models: { [ASSETS.slug]: OWNS } },
    });
    await service.deliver(RecordFurnished, record);
    const selection = aSelection({ model_name: ASSETS.slug, disputed_data: 'exclude' });
    const policy = aDefaultPolicy(owner.world, {
      ...{ product_id: ASSETS.id, model_selections: [selection] },
    });
    await service.deliver(QueryingPolicySaved, policy);
    const part = { model_name: ASSETS.slug, field_name: 'asset_type' };
    const status = async () => (await owner.query(ASSETS)).status;
    await service.deliver(DisputeChanged, aDispute(record, { ...part, field_name: 'no_output' }));
    expect(await status()).toBe(200);
    await service.deliver(DisputeChanged, aDispute(record, part));
    expect(await status()).toBe(204);
  });
});

test('a dispute of a field that the consent hides neither marks nor excludes', async () => {
  const { world, query, dispute, demand } = await aBusiness();
  const consent = aConsent(world, { consented_fields: `${IDENTITY}.${TYPE}` });
  await service.deliver(ConsentGranted, consent);
  await demand('exclude');
  await dispute({ field_name: 'business_dba_name' });
  const underConsent = () => query(world.principal, { consent_id: consent.consent_id });
  expect(await underConsent()).toMatchObject({ status: 200, marks: undefined });
  await dispute({ field_name: TYPE });
  expect((await underConsent()).status).toBe(204);
});
