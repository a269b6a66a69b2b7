import {
  MembershipChanged,
  NetworkChanged,
  newId,
  RecordEnded,
  stableId,
  type RecordsOfLeavers,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY, KYB } from '../testing/coverage.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aRecord, aVerification, aWorld, theEndOf, type World } from '../testing/world.js';

const service = useQueryService();

const TYPE = 'business_entity_type';
const VERIFIED = 'business_identity_verification_assertion';
const FEWER_THAN_TEN = { at_least: 0, fewer_than: 10 };
const TEN = { at_least: 10, fewer_than: 20 };

interface Counted {
  readonly sections: readonly {
    readonly model_name: string;
    readonly examined: object;
    readonly is_complete: boolean;
    readonly fields: readonly {
      readonly field_name: string;
      readonly values: readonly { readonly value: string; readonly records: object }[];
      readonly other: object;
    }[];
  }[];
}

const pathOf = (networkId: string, productId = KYB) =>
  `/v1/furnished-values?network_id=${networkId}&product_id=${productId}`;

const governorOf = ({ networkId }: Pick<World, 'networkId'>) => member(networkId, 'governor');

/** The counts of the identity section, and of the values of a field there. */
async function counted(world: Pick<World, 'networkId'>, name = TYPE) {
  const path = pathOf(world.networkId);
  const { status, body } = await service.call<Counted>(governorOf(world), 'GET', path);
  expect(status).toBe(200);
  const section = body.sections.find(({ model_name }) => model_name === IDENTITY);
  const field = section?.fields.find(({ field_name }) => field_name === name);
  if (!section || !field) throw new Error(`${name} is not counted`);
  const values = Object.fromEntries(field.values.map(({ value, records }) => [value, records]));
  return { section, values, other: field.other, text: JSON.stringify(body) };
}

/** Verifications of as many businesses of the network, by its furnisher. */
const someRecords = (world: World, count: number, data: object) =>
  Array.from({ length: count }, () => aVerification({ ...world, subjectId: newId() }, data));

/** Stores identity sections, each furnished a second before the one before; `data` is SQL of `n`. */
const store = (networkId: string, count: number, data: string) =>
  service.sql(
    `insert into statement (subject_id, dataset, model, furnishing_entity_id, network_id, record_id,
       performed_at, furnished_at, content)
     select gen_random_uuid(), 'kyb_certificate', '${IDENTITY}', gen_random_uuid(), $1,
       gen_random_uuid(), now(), now() - n * interval '1 second', '"assertions":{},"data":' || ${data}
     from generate_series(1, $2::integer) n`,
    [networkId, count],
  );

describe('the counts of furnished values', () => {
  test('have each value of the catalogue in steps of ten, and other values as one number', async () => {
    const [world, elsewhere] = [aWorld(), aWorld()];
    const stated = 'Jane Roe Family Office';
    await service.furnish(
      ...someRecords(world, 11, { [TYPE]: 'corporation', business_dba_name: 'trust' }),
      ...someRecords(world, 9, { [TYPE]: 'llc' }),
      ...someRecords(world, 10, { [TYPE]: stated }),
      ...someRecords(world, 2, {}),
      ...someRecords(elsewhere, 10, { [TYPE]: 'trust' }),
    );
    const { section, values, other, text } = await counted(world);
    expect(section).toMatchObject({
      examined: { at_least: 30, fewer_than: 40 },
      is_complete: true,
    });
    expect(values).toMatchObject({
      corporation: TEN,
      llc: FEWER_THAN_TEN,
      trust: FEWER_THAN_TEN,
      partnership: FEWER_THAN_TEN,
    });
    expect(other).toEqual(TEN);
    expect(text).not.toContain(stated);
    expect(text).not.toContain('business_dba_name');
    expect((await counted(elsewhere)).values).toMatchObject({ trust: TEN });
  });

  test('do not have the records of the institution that reads them', async () => {
    const world = aWorld();
    const records = someRecords(world, 10, { [TYPE]: 'llc' });
    await service.furnish(...records);
    const reader = { ...governorOf(world), entity_id: world.furnisherId };
    const { body } = await service.call<Counted>(reader, 'GET', pathOf(world.networkId));
    const section = body.sections.find(({ model_name }) => model_name === IDENTITY);
    expect(section).toMatchObject({ examined: FEWER_THAN_TEN, is_complete: true });
    expect((await counted(world)).section).toMatchObject({ examined: TEN });
  });

  test('have both values of a boolean', async () => {
    const world = aWorld();
    const verified = (isVerified: boolean) =>
      aRecord(
        { ...world, subjectId: newId() },
        {
          dataset: 'kyb_certificate',
          subject_type: 'business',
          models: {
            [IDENTITY]: { assertions: { [VERIFIED]: isVerified }, data: { [TYPE]: 'llc' } },
          },
        },
      );
    await service.furnish(...Array.from({ length: 14 }, (_, index) => verified(index < 10)));
    const { values, other } = await counted(world, VERIFIED);
    expect(values).toEqual({ true: TEN, false: FEWER_THAN_TEN });
    expect(other).toEqual(FEWER_THAN_TEN);
  });

  test('are of the latest verification of each business, unless its record has ended', async () => {
    const world = aWorld();
    const former = someRecords(world, 10, { [TYPE]: 'llc' });
    const latest = former.map(({ subject_id }) =>
      aVerification(
        { ...world, subjectId: subject_id },
        { [TYPE]: 'trust' },
        '2026-02-01T00:00:00Z',
      ),
    );
    await service.furnish(...former);
    expect((await counted(world)).values).toMatchObject({ llc: TEN, trust: FEWER_THAN_TEN });
    await service.furnish(...latest);
    expect((await counted(world)).values).toMatchObject({ llc: FEWER_THAN_TEN, trust: TEN });
    const [ended] = latest;
    if (!ended) throw new Error('no record was furnished');
    await service.deliver(RecordEnded, theEndOf(ended));
    expect((await counted(world)).values).toMatchObject({ trust: FEWER_THAN_TEN });
  });

  test('omit a furnisher that left, unless the network keeps its records', async () => {
    const world = aWorld();
    await service.furnish(...someRecords(world, 10, { [TYPE]: 'llc' }));
    const { networkId: network_id, furnisherId: entity_id } = world;
    await service.deliver(MembershipChanged, { network_id, entity_id, roles: [], revision: 1 });
    expect(await counted(world)).toMatchObject({
      section: { examined: FEWER_THAN_TEN, is_complete: true },
      values: { llc: FEWER_THAN_TEN },
    });
    const records_of_leavers: RecordsOfLeavers = 'keep';
    await service.deliver(NetworkChanged, {
      ...{ network_id, entity_id: newId(), identity_visibility: 'network' },
      ...{ dispute_acknowledge_days: 5, dispute_decide_days: 30, records_of_leavers, revision: 1 },
      ...{ policy_changes: 'direct', direct_changes_requested_by: null },
      client_token_binding: 'optional',
    });
    expect((await counted(world)).values).toMatchObject({ llc: TEN });
  });

  test('are of the newest 10,000 records of a section', async () => {
    const { networkId } = aWorld();
    await store(networkId, 10_010, `case when n > 10000 then '{"${TYPE}":"llc"}' else '{}' end`);
    expect(await counted({ networkId })).toMatchObject({
      section: { examined: { at_least: 10_000, fewer_than: 10_010 }, is_complete: false },
      values: { llc: FEWER_THAN_TEN },
    });
  });

  test('are of fewer records where these have large documents', async () => {
    const { networkId } = aWorld();
    const document = `'{"${TYPE}":"llc","document":"' || repeat('x', 1000000) || '"}'`;
    await store(networkId, 80, document);
    expect(await counted({ networkId })).toMatchObject({
      section: { examined: { at_least: 60, fewer_than: 70 }, is_complete: false },
      values: { llc: { at_least: 60, fewer_than: 70 } },
    });
  });

  test('are denied to every institution that does not govern the network', async () => {
    const world = aWorld();
    const others = [
      member(newId(), 'governor'),
      member(world.networkId, 'furnisher', 'querier'),
      member(world.networkId),
    ];
    for (const reader of others) {
      expect(await service.call(reader, 'GET', pathOf(world.networkId))).toMatchObject({
        status: 403,
        body: { error_code: 'PERMISSION_DENIED', reason: 'role_missing' },
      });
    }
  });

  test('of a template are those of its records, and of a bundle those of its data sets', async () => {
    const { networkId } = aWorld();
    const parts = ['address_verification', 'document_verification'] as const;
    const [method, kind] = ['address_verification_method_type', 'identity_document_type'] as const;
    await service.furnish(
      ...Array.from({ length: 10 }, () => [
        aTemplateRecord(networkId, parts[0], { [method]: 'utility bill' }),
        aTemplateRecord(networkId, parts[1], { [kind]: 'a word of its own' }),
      ]).flat(),
    );
    const read = async (slug: string) => {
      const path = pathOf(networkId, stableId('template', slug));
      const { status, body } = await service.call<Counted>(governorOf({ networkId }), 'GET', path);
      expect(status).toBe(200);
      const [section] = body.sections;
      const field = (name: string) => section?.fields.find((one) => one.field_name === name);
      const stated = (name: string, value: string) =>
        field(name)?.values.find((one) => one.value === value)?.records;
      return { body, section, field, stated };
    };
    const address = await read(parts[0]);
    expect(address.body.sections).toHaveLength(1);
    expect(address.section).toMatchObject({ model_name: parts[0], examined: TEN });
    expect(address.stated(method, 'utility bill')).toEqual(TEN);
    const document = await read(parts[1]);
    expect(document.field(kind)).toMatchObject({ other: TEN });
    expect(JSON.stringify(document.body)).not.toContain('a word of its own');
    const bundle = await read('kyc_certificate_bundle');
    expect(bundle.section).toMatchObject({ examined: { at_least: 20, fewer_than: 30 } });
    expect(bundle.stated(method, 'utility bill')).toEqual(TEN);
    expect(bundle.field(kind)).toMatchObject({ other: TEN });
    const amounts = await read('total_consumer_liabilities');
    expect(amounts.section).toMatchObject({ examined: FEWER_THAN_TEN, fields: [] });
  });

  test('of no product are a 400', async () => {
    const world = aWorld();
    const path = pathOf(world.networkId, newId());
    expect(await service.call(governorOf(world), 'GET', path)).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', reason: 'unknown_product' },
    });
  });
});

const aTemplateRecord = (networkId: string, dataset: string, values: object) =>
  aRecord(
    { ...aWorld(), networkId },
    { dataset, subject_type: 'consumer', models: { [dataset]: { ...values } } },
  );
