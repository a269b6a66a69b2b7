import { describe, expect, test } from '@jest/globals';
import { newId, type NoResultReason, type Principal, type QueryEvent } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import fc from 'fast-check';
import { aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { COUNT_OF_DAY } from '../storage/daily-count-repository.js';
import { pagesOf, reading, storeEvents } from '../testing/query-events.js';
import { useQueryService } from '../testing/use-query-service.js';

interface Count extends Pick<
  QueryEvent,
  'querying_entity_id' | 'product_slug' | 'kind' | 'outcome' | 'billable'
> {
  readonly reason: NoResultReason | null;
  readonly day: string;
  readonly count: number;
}

const DAY_MS = 86_400_000;
const FEED = '/v1/query-events';
const PATH = `${FEED}/daily-counts`;

const service = useQueryService();

const request = (reader: Principal, query: Record<string, string>) =>
  service.send(reader, 'GET', `${PATH}?${new URLSearchParams(query).toString()}`);

/** All items of a list that is read page by page. */
async function listAll(reader: Principal, path: string, query: Record<string, string>) {
  return (await pagesOf(service, reader, path, query)).flatMap(({ data }) => data);
}

/** The expected counts: the events of the feed, grouped. */
function countsOf(events: readonly (QueryEvent & Pick<Count, 'reason'>)[]): Count[] {
  const counts = new Map<string, Count>();
  for (const event of events) {
    const { querying_entity_id, product_slug, kind, outcome, reason, billable } = event;
    const day = event.occurred_at.slice(0, 10);
    const group = { day, querying_entity_id, product_slug, kind, outcome, reason, billable };
    const key = JSON.stringify(group);
    counts.set(key, { ...group, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

const byKey = (one: Count, other: Count) =>
  JSON.stringify(Object.entries(one).sort()).localeCompare(
    JSON.stringify(Object.entries(other).sort()),
  );

describe('the feed', () => {
  test.each([
    ['oldest_first', (asked: readonly string[]) => asked],
    ['newest_first', (asked: readonly string[]) => asked.toReversed()],
  ])('is read in the order %s, page by page, to its end', async (order, ordered) => {
    const world = await aVerifiedBusiness(service);
    const asked: string[] = [];
    while (asked.length < 5) asked.push(await queryCertificate(service, world));
    const query = { network_id: world.networkId, order, limit: '2' };
    const pages = await pagesOf(service, reading(world.principal), FEED, query);
    const found = pages.map(({ data }) =>
      (data as QueryEvent[]).map((event) => event.query_event_id),
    );
    const [first, second, third, fourth, fifth] = ordered(asked);
    expect(found).toEqual([[first, second], [third, fourth], [fifth]]);
  });

  test.each([
    ['newest_first', 'oldest_first'],
    ['oldest_first', 'newest_first'],
  ])('rejects a cursor of a page in the order %s with the order %s', async (order, other) => {
    const world = await aVerifiedBusiness(service);
    await queryCertificate(service, world);
    const read = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ network_id: world.networkId, ...query }).toString();
      const response = await service.send(reading(world.principal), 'GET', `${FEED}?${search}`);
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const cursor = String((await read({ order })).body['next_cursor']);
    expect(await read({ order, cursor })).toMatchObject({ status: 200 });
    expect(await read({ order: other, cursor })).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', detail: 'the cursor is not valid' },
    });
  });
});

describe('daily counts', () => {
  test('are the events of the feed, grouped, for a governor and for another member', async () => {
    const start = Date.parse('2026-03-28T00:00:00.000Z');
    const anEvent = fc.record({
      institution: fc.nat(1),
      // Milliseconds around midnight, and days in and outside the window.
      at: fc.tuple(fc.integer({ min: -1, max: 5 }), fc.constantFrom(0, 1, 43_200_000, DAY_MS - 1)),
      product_slug: fc.constantFrom('kyb_certificate', 'total_consumer_assets'),
      kind: fc.constantFrom('product' as const, 'template' as const),
      reason: fc.option(fc.constantFrom('no_eligible_record' as const, 'not_stated' as const)),
      billable: fc.boolean(),
      networks: fc.constantFrom([0], [1], [0, 1]),
    });
    const events = fc.array(anEvent, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 5 }), async (drawn, limit) => {
        const networkIds = [newId(), newId()];
        const [networkId = ''] = networkIds;
        const institutions = [member(networkId, 'querier'), member(networkId, 'querier')];
        await storeEvents(
          service,
          drawn.map(({ institution, at: [day, time], networks, ...event }) => ({
            ...event,
            outcome: event.reason ? ('no_result' as const) : ('issued' as const),
            query_event_id: newId(),
            querying_entity_id: institutions[institution]?.entity_id ?? '',
            network_ids: networks.map((index) => networkIds[index] ?? ''),
            furnishing_entity_ids: [],
            occurred_at: new Date(start + day * DAY_MS + time).toISOString(),
          })),
        );
        for (const principal of [member(networkId, 'governor'), ...institutions]) {
          const reader = reading(principal);
          const listed = (await listAll(reader, FEED, {
            network_id: networkId,
            from: '2026-03-28T00:00:00Z',
            to: '2026-04-01T00:00:00Z',
          })) as (QueryEvent & Pick<Count, 'reason'>)[];
          const counts = (await listAll(reader, PATH, {
            network_id: networkId,
            from: '2026-03-28',
            to: '2026-04-01',
            limit: String(limit),
          })) as Count[];
          expect(counts.toSorted(byKey)).toEqual(countsOf(listed).toSorted(byKey));
          expect(counts.map(({ day }) => day)).toEqual(counts.map(({ day }) => day).toSorted());
        }
      }),
      { numRuns: 25 },
    );
  });

  test('include the query that was just answered', async () => {
    const world = await aVerifiedBusiness(service);
    await queryCertificate(service, world);
    const today = new Date();
    const to = new Date(today.getTime() + DAY_MS).toISOString().slice(0, 10);
    const from = new Date(today.getTime() - DAY_MS).toISOString().slice(0, 10);
    const counts = await listAll(reading(world.principal), PATH, {
      network_id: world.networkId,
      from,
      to,
    });
    expect(counts).toEqual([
      {
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        querying_entity_id: world.principal.entity_id,
        product_slug: 'kyb_certificate',
        kind: 'product',
        outcome: 'issued',
        reason: null,
        billable: true,
        count: 1,
      },
    ]);
  });

  test('continue on the next day after a page with many events', async () => {
    const networkId = newId();
    const querier = member(networkId, 'querier');
    await service.sql(
      `insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at,
         product_slug, kind, outcome, billable, policy_ids, request_id)
       select gen_random_uuid(), $1, array[$2::uuid], timestamptz '2026-05-01T00:00:00Z'
           + (n % 2) * interval '1 day',
         'kyb_certificate', 'product', 'issued', true, '{}', ''
       from generate_series(1, 40000) n`,
      [querier.entity_id, networkId],
    );
    const window = { network_id: networkId, from: '2026-05-01', to: '2026-05-03' };
    const first = await request(reading(querier), window);
    const { data, next_cursor } = (await first.json()) as { data: Count[]; next_cursor: string };
    expect(data).toMatchObject([{ day: '2026-05-01', count: 20_000 }]);
    const second = await request(reading(querier), { ...window, cursor: next_cursor });
    expect(await second.json()).toMatchObject({ data: [{ day: '2026-05-02', count: 20_000 }] });
  });

  const WINDOW = { from: '2026-03-01', to: '2026-04-01' };
  test.each([
    ['a window that ends before its start', { to: '2026-02-28' }, 400],
    ['an empty window', { to: '2026-03-01' }, 400],
    ['a window of 32 days', { to: '2026-04-02' }, 400],
    ['a cursor that is not its own', { cursor: 'mine' }, 400],
    ['a cursor of a day before the window', { cursor: dayCursor('2026-02-28') }, 400],
    ['a cursor of a day after the window', { cursor: dayCursor('2026-04-02') }, 400],
    ['a time instead of a day', { from: '2026-03-01T00:00:00Z' }, 422],
    ['a day that does not exist', { from: '2026-02-30' }, 422],
  ])('are rejected for %s', async (_case, change, status) => {
    const networkId = newId();
    const reader = reading(member(networkId, 'governor'));
    const answer = await request(reader, { network_id: networkId, ...WINDOW, ...change });
    expect(answer.status).toBe(status);
  });

  test('are denied to institutions outside the network', async () => {
    const reader = reading(member(newId(), 'governor'));
    const answer = await request(reader, { network_id: newId(), ...WINDOW });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error_code: 'PERMISSION_DENIED' });
  });

  test('read only the index entries of their days', async () => {
    await service.sql('analyze query_event');
    const plan = await service.sql<{ 'QUERY PLAN': string }>(`explain ${COUNT_OF_DAY}`, [
      newId(),
      null,
      new Date('2026-04-01T00:00:00Z'),
      new Date('2026-04-02T00:00:00Z'),
      newId(),
      [],
    ]);
    expect(JSON.stringify(plan)).toMatch(/Index Cond: [^"]*occurred_at >= /);
  });
});

function dayCursor(day: string): string {
  return Buffer.from(day).toString('base64url');
}
