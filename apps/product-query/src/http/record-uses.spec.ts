import { ConsentGranted, newId, QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { IDENTITY } from '../testing/coverage.js';
import { aDemand, aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { repeatQuery } from '../testing/simulations.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, type World } from '../testing/world.js';

const service = useQueryService();

interface Page {
  readonly data: readonly {
    readonly query_event_id: string;
    readonly occurred_at: string;
    readonly records: readonly { readonly record_id: string }[];
  }[];
  readonly next_cursor: string;
}

/** Requests the uses of the world's furnisher. */
function requestUses(world: World, more: string, path = '/v1/record-uses'): Promise<Response> {
  const furnisher = {
    ...member(world.networkId, 'furnisher'),
    entity_id: world.furnisherId,
    permissions: ['data:furnish' as const],
  };
  return service.send(furnisher, 'GET', `${path}?network_id=${world.networkId}${more}`);
}

async function uses(world: World, more = ''): Promise<Page> {
  const response = await requestUses(world, more);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

const BY_RECORD = '/v1/record-uses/record-counts';

async function countsByRecord(world: World, more = ''): Promise<unknown> {
  const response = await requestUses(world, more, BY_RECORD);
  expect(response.status).toBe(200);
  return response.json();
}

describe('the uses of records', () => {
  test('name the query that used a record, and neither its institution nor its subject', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const page = await uses(world);
    expect(page.data).toMatchObject([
      {
        query_event_id: reference,
        product_slug: 'kyb_certificate',
        records: [{ model_name: IDENTITY, code: 'chosen', explanation: 'The record was chosen.' }],
      },
    ]);
    const text = JSON.stringify(page);
    for (const hidden of [world.principal.entity_id, world.principal.account_id, world.subjectId]) {
      expect(text).not.toContain(hidden);
    }
  });

  test('are found by a record', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const { data } = await uses(world);
    const id = data[0]?.records[0]?.record_id ?? '';
    expect((await uses(world, `&record_id=${id.toUpperCase()}`)).data).toMatchObject([
      { query_event_id: reference, records: [{ record_id: id }] },
    ]);
    expect((await uses(world, `&record_id=${newId()}`)).data).toEqual([]);
  });

  test('name the policy that excluded a record', async () => {
    const world = await aVerifiedBusiness(service);
    const policy = aDemand(world, { max_age_days: 1 });
    await service.deliver(QueryingPolicySaved, policy);
    await queryCertificate(service, world);
    expect((await uses(world)).data).toMatchObject([
      { policy_id: policy.policy_id, policy_version: 1, records: [{ code: 'too_old' }] },
    ]);
  });

  test('omit what a consent hides, also where a policy requires it', async () => {
    const world = await aVerifiedBusiness(service);
    const required = aField({ field_name: 'business_dba_name', is_required: true });
    const policy = aDemand(world, { field_selections: [required] });
    await service.deliver(QueryingPolicySaved, policy);
    const partly = aConsent(world, { consented_fields: `${IDENTITY}.business_entity_type` });
    const nothing = aConsent(world, { consented_fields: `${IDENTITY}.business_website_url` });
    await service.deliver(ConsentGranted, partly, nothing);
    for (const { consent_id } of [partly, nothing]) {
      await queryCertificate(service, world, { consent_id });
    }
    expect((await uses(world)).data).toEqual([]);
  });

  test('are read in pages, and the last cursor continues with later queries', async () => {
    const world = await aVerifiedBusiness(service);
    const empty = await uses(world);
    expect(empty.data).toEqual([]);
    const first = await queryCertificate(service, world);
    const second = await queryCertificate(service, world);
    const page = await uses(world, `&limit=1&cursor=${empty.next_cursor}`);
    expect(page.data).toMatchObject([{ query_event_id: first }]);
    const next = await uses(world, `&cursor=${page.next_cursor}`);
    expect(next.data).toMatchObject([{ query_event_id: second }]);
    const last = await uses(world, `&cursor=${next.next_cursor}`);
    expect(last.data).toEqual([]);
    const third = await queryCertificate(service, world);
    expect((await uses(world, `&cursor=${last.next_cursor}`)).data).toMatchObject([
      { query_event_id: third },
    ]);
  });

  test('are read from a time on, and before another one', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const { data } = await uses(world);
    const at = data[0]?.occurred_at ?? '';
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect((await uses(world, `&from=${at}&to=${after}`)).data).toMatchObject([
      { query_event_id: reference },
    ]);
    expect((await uses(world, `&to=${at}`)).data).toEqual([]);
  });

  test('are read newest first, and the cursor continues in that order alone', async () => {
    const world = await aVerifiedBusiness(service);
    const first = await queryCertificate(service, world);
    const second = await queryCertificate(service, world);
    const page = await uses(world, '&order=newest_first&limit=1');
    expect(page.data).toMatchObject([{ query_event_id: second }]);
    const next = `&cursor=${page.next_cursor}`;
    const older = await uses(world, `&order=newest_first${next}`);
    expect(older.data).toMatchObject([{ query_event_id: first }]);
    const end = await uses(world, `&order=newest_first&cursor=${older.next_cursor}`);
    expect(end).toEqual({ data: [], next_cursor: older.next_cursor });
    expect((await requestUses(world, next)).status).toBe(400);
  });

  test('are found by product and by outcome, and counted with the same filters', async () => {
    const world = await aVerifiedBusiness(service);
    const used = await queryCertificate(service, world);
    await service.deliver(QueryingPolicySaved, aDemand(world, { max_age_days: 1 }));
    const excluded = await queryCertificate(service, world);
    const found = async (more: string) => {
      const { data } = await uses(world, more);
      const counted = await requestUses(world, more, '/v1/record-uses/count');
      expect(await counted.json()).toEqual({ count: data.length, is_complete: true });
      expect(await countsByRecord(world, more)).toMatchObject({
        ...{ record_count: Math.min(data.length, 1), query_count: data.length, is_complete: true },
      });
      return data.map(({ query_event_id: id }) => id);
    };
    expect(await found('')).toEqual([used, excluded]);
    expect(await found('&outcome=used')).toEqual([used]);
    expect(await found('&outcome=excluded')).toEqual([excluded]);
    expect(await found('&product_slug=kyb_certificate&outcome=used')).toEqual([used]);
    expect(await found('&product_slug=total_consumer_assets')).toEqual([]);
    expect(await found(`&record_id=${newId()}`)).toEqual([]);
    expect((await requestUses(world, '&outcome=chosen')).status).toBe(422);
  });

  test('are counted by record: how many queries used it and how many excluded it', async () => {
    const world = await aVerifiedBusiness(service);
    await queryCertificate(service, world);
    await queryCertificate(service, world);
    await service.deliver(QueryingPolicySaved, aDemand(world, { max_age_days: 1 }));
    await queryCertificate(service, world);
    const { data } = await uses(world);
    const record = { record_id: data[0]?.records[0]?.record_id, model_names: [IDENTITY] };
    expect(await countsByRecord(world)).toEqual({
      data: [{ ...record, used_count: 2, excluded_count: 1 }],
      ...{ record_count: 1, query_count: 3, is_complete: true },
    });
    expect(await countsByRecord(world, '&outcome=excluded')).toEqual({
      data: [{ ...record, used_count: 0, excluded_count: 1 }],
      ...{ record_count: 1, query_count: 1, is_complete: true },
    });
    const other = await aVerifiedBusiness(service);
    expect(await countsByRecord(other)).toMatchObject({ data: [], query_count: 0 });
    expect((await requestUses(world, '&limit=101', BY_RECORD)).status).toBe(422);
  });

  test('are counted among 5,000 queries, completely where there are fewer', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const count = async () => (await requestUses(world, '', '/v1/record-uses/count')).json();
    await repeatQuery(service, reference, 4_500);
    expect(await count()).toEqual({ count: 4_501, is_complete: true });
    await repeatQuery(service, reference, 1_000);
    expect(await count()).toEqual({ count: 5_000, is_complete: false });
    expect(await countsByRecord(world)).toMatchObject({
      data: [{ used_count: 5_000 }],
      ...{ query_count: 5_000, is_complete: false },
    });
  });

  test('are denied to an institution that is no furnisher in the network', async () => {
    const world = await aVerifiedBusiness(service);
    const querier = { ...world.principal, permissions: ['data:furnish' as const] };
    for (const path of ['/v1/record-uses', '/v1/record-uses/count', BY_RECORD]) {
      const query = `${path}?network_id=${world.networkId}`;
      const response = await service.send(querier, 'GET', query);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: 'PERMISSION_DENIED' });
    }
  });
});

describe('the use of a record by a query', () => {
  /** Asks as the services do, with the principal of the caller. */
  async function isUsed(caller: Principal, reference: string, recordId: string) {
    const body = { query_event_id: reference, record_id: recordId };
    const response = await service.send(caller, 'POST', '/internal/records/use', body);
    return { status: response.status, body: (await response.json()) as object };
  }

  test('is known to the institution that asked, for the records of the answer alone', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const [used] = await service.sql<{ record_ids: [string] }>(
      'select record_ids from certificate where query_event_id = $1',
      [reference],
    );
    const [id = ''] = used?.record_ids ?? [];
    expect(await isUsed(world.principal, reference, id)).toMatchObject({ body: { is_used: true } });
    expect(await isUsed(world.principal, reference, newId())).toMatchObject({
      body: { is_used: false },
    });
    const governor = member(world.networkId, 'governor');
    expect(await isUsed(governor, reference, id)).toMatchObject({ body: { is_used: false } });
    const stranger = member(newId(), 'querier');
    expect((await isUsed(stranger, reference, id)).status).toBe(404);
  });
});
