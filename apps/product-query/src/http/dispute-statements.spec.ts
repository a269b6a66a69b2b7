import {
  ConsentGranted,
  DisputeChanged,
  newId,
  RecordFurnished,
  type Principal,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY } from '../testing/coverage.js';
import { queryCertificate } from '../testing/explained-business.js';
import { aConsumer, ASSETS, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aDispute, aRecord, aVerification, aWorld } from '../testing/world.js';

const service = useQueryService({ isReplayed: true });

const TYPE = 'business_entity_type';

const UPHELD = {
  state: 'decided',
  outcome: 'upheld',
  decision_reason: 'verified',
  decided_at: '2026-02-01T00:00:00.000Z',
} as const;

const STATED = { ...UPHELD, stated_at: '2026-02-02T00:00:00.000Z' };

const TEXT = 'The registry still lists the business as dissolved';

async function read(reader: Principal, path: string) {
  const billing = { ...reader, permissions: ['billing:read' as const] };
  return (await service.send(billing, 'GET', path)).text();
}

async function disputesIn(reader: Principal, reference: string) {
  const text = await read(reader, `/v1/query-events/${reference}/explanation`);
  const { record_disputes } = JSON.parse(text) as Explained;
  return record_disputes;
}

interface Explained {
  readonly record_disputes: readonly {
    readonly field_name: string | null;
    readonly statement: { readonly statement_text: string | null } | null;
  }[];
}

async function aBusiness() {
  const world = aWorld();
  const record = aVerification(world, { [TYPE]: 'llc', business_dba_name: 'Corner Shop' });
  await service.identify(world, 'business', world.hash);
  await service.furnish(record);
  return { world, record };
}

describe('the statement of a dispute', () => {
  test('is in explanations of answers that use the record, until it is removed', async () => {
    const { world, record } = await aBusiness();
    const dispute = aDispute(record, { ...UPHELD, on_behalf_of_subject: true });
    await service.settle(DisputeChanged, dispute);
    const reference = await queryCertificate(service, world);
    const statement = async () => await disputesIn(world.principal, reference);
    expect(await statement()).toMatchObject([{ outcome: 'upheld', statement: null }]);
    service.furnishing.state(dispute.dispute_id, TEXT);
    await service.settle(DisputeChanged, { ...dispute, ...STATED, revision: 2 });
    expect(await statement()).toMatchObject([
      {
        ...{ record_id: record.record_id, model_name: IDENTITY, field_name: null },
        statement: {
          stated_by_entity_id: dispute.disputing_entity_id,
          on_behalf_of_subject: true,
          stated_at: STATED.stated_at,
          statement_text: TEXT,
        },
      },
    ]);
    const removed = { ...dispute, statement_removed_at: STATED.stated_at, revision: 3 };
    await service.settle(DisputeChanged, removed);
    expect(await statement()).toMatchObject([{ outcome: 'upheld', statement: null }]);
  });

  test('changes no certificate, and no replay of it', async () => {
    const { world, record } = await aBusiness();
    const reference = await queryCertificate(service, world);
    const [row] = await service.sql<{ certificate_id: string }>(
      'select certificate_id from certificate where query_event_id = $1',
      [reference],
    );
    const path = `/v1/products/kyb_certificate/certificates/${row?.certificate_id ?? ''}`;
    const before = await read(world.principal, path);
    await service.settle(DisputeChanged, aDispute(record, STATED));
    expect(await read(world.principal, path)).toBe(before);
    const governor = member(world.networkId, 'governor');
    const replay = `/v1/query-events/${reference}/replay`;
    const { body } = await service.call(governor, 'POST', replay, {});
    expect(body).toMatchObject({ code: 'identical' });
  });

  test('is not named with a field that the consent hides, or another section', async () => {
    const { world, record } = await aBusiness();
    const consent = aConsent(world, { consented_fields: `${IDENTITY}.${TYPE}` });
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    const risk = { model_name: 'business_risk_compliance_assessment' };
    for (const part of [{ field_name: 'business_dba_name' }, risk, { field_name: TYPE }, {}]) {
      const dispute = aDispute(record, { ...STATED, dispute_id: newId(), ...part });
      await service.settle(DisputeChanged, dispute);
    }
    const found = await disputesIn(world.principal, reference);
    expect(found.map(({ field_name }) => field_name)).toEqual([TYPE, null]);
  });

  test('has its text for a field that the query may read, and not for a section with a hidden one', async () => {
    const { world, record } = await aBusiness();
    const consent = aConsent(world, { consented_fields: `${IDENTITY}.${TYPE}` });
    await service.deliver(ConsentGranted, consent);
    const asked = [{ consent_id: consent.consent_id }, {}];
    for (const field_name of [TYPE, null]) {
      const dispute = aDispute(record, { ...STATED, dispute_id: newId(), field_name });
      service.furnishing.state(dispute.dispute_id, TEXT);
      await service.settle(DisputeChanged, dispute);
    }
    const texts = await Promise.all(
      asked.map(async (each) => {
        const reference = await queryCertificate(service, world, each);
        const found = await disputesIn(world.principal, reference);
        return found.map(({ statement }) => statement?.statement_text);
      }),
    );
    expect(texts).toEqual([
      [TEXT, null],
      [TEXT, TEXT],
    ]);
  });

  test('has a null text after its removal in furnishing', async () => {
    const { world, record } = await aBusiness();
    await service.settle(DisputeChanged, aDispute(record, STATED));
    const reference = await queryCertificate(service, world);
    expect(await disputesIn(world.principal, reference)).toMatchObject([
      { statement: { stated_at: STATED.stated_at, statement_text: null } },
    ]);
  });

  test('makes an explanation fail while furnishing is unreachable, instead of omitting the text', async () => {
    const { world, record } = await aBusiness();
    await service.settle(DisputeChanged, aDispute(record, STATED));
    const reference = await queryCertificate(service, world);
    service.furnishing.failWith(503);
    const text = await read(world.principal, `/v1/query-events/${reference}/explanation`);
    service.furnishing.failWith(undefined);
    expect(JSON.parse(text)).toMatchObject({ error_code: 'OPERATION_FAILED' });
  });

  test('is named with a field that the answer of a template returns, or its record', async () => {
    const owner = await aConsumer(service);
    const record = aRecord(owner.world, {
      ...{ dataset: ASSETS.slug, subject_type: 'consumer', models: { [ASSETS.slug]: OWNS } },
    });
    await service.deliver(RecordFurnished, record);
    const { reference } = await owner.query(ASSETS);
    for (const field_name of ['asset_type', 'no_output', null]) {
      const part = { model_name: ASSETS.slug, field_name };
      const dispute = aDispute(record, { ...STATED, dispute_id: newId(), ...part });
      await service.settle(DisputeChanged, dispute);
    }
    const found = await disputesIn(owner.world.principal, String(reference));
    expect(found.map(({ field_name }) => field_name)).toEqual(['asset_type', null]);
  });
});
