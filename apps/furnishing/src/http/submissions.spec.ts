import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentity, aRecord } from '../testing/kyb-records.js';

const service = useFurnishingService();

test('submissions are listed oldest first or newest first, page by page', async () => {
  const { principal, furnish } = kybFurnisher(service);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push(String((await furnish([aRecord()])).body['submission_id']));
  }
  const listed = async (order: string) => {
    const found: string[] = [];
    for (let cursor: string | undefined; found.length < ids.length;) {
      const query = new URLSearchParams({ order, limit: '2', ...(cursor && { cursor }) });
      const { body } = await service.call(principal, 'GET', `/v1/submissions?${query.toString()}`);
      const items = body['data'] as readonly { readonly submission_id: string }[];
      expect(items.length).toBeGreaterThan(0);
      found.push(...items.map(({ submission_id }) => submission_id));
      cursor = String(body['next_cursor']);
    }
    return found;
  };
  expect(await listed('oldest_first')).toEqual(ids);
  expect(await listed('newest_first')).toEqual(ids.toReversed());
});

test('the submissions of an institution are counted, to a bound', async () => {
  const { principal, furnish } = kybFurnisher(service);
  await furnish([aRecord()]);
  const count = async (by = principal) => {
    const { body } = await service.call(by, 'GET', '/v1/submissions/count');
    return body;
  };
  expect(await count()).toEqual({ count: 1, is_complete: true });
  expect(await count(kybFurnisher(service).principal)).toEqual({ count: 0, is_complete: true });
  const add = (number: number) =>
    service.sql(
      `insert into submission
       select gen_random_uuid(), network_id, furnishing_entity_id, account_id, dataset, null, null,
         1, 1, now(), now()
       from (select * from submission where furnishing_entity_id = $1 limit 1) one,
         generate_series(1, $2)`,
      [principal.entity_id, number],
    );
  await add(9_999);
  expect(await count()).toEqual({ count: 10_000, is_complete: true });
  await add(1);
  expect(await count()).toEqual({ count: 10_000, is_complete: false });
});

test('submissions are listed and counted by network, data set, accepted records and time', async () => {
  const { principal, furnish } = kybFurnisher(service);
  const refused = aRecord({ corrects_record_id: randomUUID() });
  const submit = async (records: Parameters<typeof furnish>[0]) =>
    String((await furnish(records)).body['submission_id']);
  const all = await submit([aRecord()]);
  const some = await submit([aRecord(), refused]);
  const [network] = await service.sql('select network_id from submission where id = $1', [all]);
  await service.sql("update submission set submitted_at = '2026-01-15T00:00:00Z' where id = $1", [
    all,
  ]);
  await service.sql(
    "update submission set dataset = 'address_book', accepted_count = 0 where id = $1",
    [await submit([aRecord()])],
  );
  const found = async (filters: Record<string, string>) => {
    const query = new URLSearchParams(filters).toString();
    const { body } = await service.call(principal, 'GET', `/v1/submissions?${query}`);
    const { body: count } = await service.call(principal, 'GET', `/v1/submissions/count?${query}`);
    const ids = (body['data'] as readonly { readonly submission_id: string }[]).map(
      ({ submission_id }) => submission_id,
    );
    expect(count).toEqual({ count: ids.length, is_complete: true });
    return ids;
  };
  const day = { from: '2026-01-15T00:00:00Z', to: '2026-01-16T00:00:00Z' };
  expect(await found({ network_id: String(network?.['network_id']) })).toHaveLength(3);
  expect(await found({ network_id: randomUUID() })).toEqual([]);
  expect(await found({ dataset: 'kyb_certificate' })).toEqual([all, some]);
  expect(await found({ accepted: 'all' })).toEqual([all]);
  expect(await found({ accepted: 'some' })).toEqual([some]);
  expect(await found({ accepted: 'none', dataset: 'kyb_certificate' })).toEqual([]);
  expect(await found(day)).toEqual([all]);
  expect(await found({ ...day, from: '2026-01-15T00:00:00.001Z' })).toEqual([]);
  expect(await found({ to: day.from })).toEqual([]);
});

test.each([
  ['accepted', 'most'],
  ['from', 'yesterday'],
  ['network_id', 'demo'],
])('submissions with %s %s are an invalid request', async (name, value) => {
  const { principal } = kybFurnisher(service);
  for (const path of ['/v1/submissions', '/v1/submissions/count']) {
    expect(await service.call(principal, 'GET', `${path}?${name}=${value}`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`query -> ${name}: `) },
    });
  }
});

test.each([
  ['oldest_first', 'newest_first'],
  ['newest_first', 'oldest_first'],
])('a cursor of a list %s is rejected in the list %s', async (order, other) => {
  const { principal, furnish } = kybFurnisher(service);
  await furnish([aRecord()]);
  const list = (query: Record<string, string>) =>
    service.call(
      principal,
      'GET',
      `/v1/submissions?${new URLSearchParams({ limit: '1', ...query }).toString()}`,
    );
  const { body } = await list({ order });
  const cursor = String(body['next_cursor']);
  expect((await list({ order, cursor })).status).toBe(200);
  expect(await list({ order: other, cursor })).toMatchObject({
    status: 400,
    body: { error_code: 'VALIDATION_ERROR' },
  });
});

test('the records of a submission have their states', async () => {
  const { principal, furnish } = kybFurnisher(service);
  const { body } = await furnish([aRecord(), aRecord({ business_identity: anIdentity('C-2') })]);
  const [first, second] = body['results'] as [{ record_id: string }, { record_id: string }];
  const withdrawal = { reason: 'outdated' };
  await service.call(principal, 'POST', `/v1/records/${first.record_id}/withdraw`, withdrawal);
  const path = `/v1/submissions/${String(body['submission_id'])}/records`;
  const { body: listed } = await service.call(principal, 'GET', path);
  expect(listed['data']).toEqual([
    expect.objectContaining({ index: 0, record_id: first.record_id, state: 'withdrawn' }),
    expect.objectContaining({ index: 1, record_id: second.record_id, state: 'furnished' }),
  ]);
});
