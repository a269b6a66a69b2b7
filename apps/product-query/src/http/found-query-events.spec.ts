import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId, type NoResultReason, type QueryEvent } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import { listStatement } from '../storage/query-event-repository.js';
import { anEvent, governorOf, pagesOf, reading, storeEvents } from '../testing/query-events.js';
import { useQueryService } from '../testing/use-query-service.js';

const FEED = '/v1/query-events';
const START = Date.parse('2026-04-01T00:00:00.000Z');

const service = useQueryService();

type Searched = Partial<
  Record<
    'subject' | 'consent' | 'request' | 'outcome' | 'reason' | 'institution' | 'product' | 'policy',
    string
  >
>;

/** Every other query has a result, and one of 200 a rare reason. */
function reasonOf(n: number): NoResultReason | null {
  if (n % 2 === 1) return null;
  return n % 200 === 0 ? 'not_stated' : 'no_eligible_record';
}

/** The values that the members of the drawn events have. */
const drawn = () => ({
  entities: [newId(), newId()],
  subjects: [newId(), newId()],
  consents: [newId(), newId()],
  policies: [newId(), newId()],
  requests: ['req-1', 'req-2'],
});

const EVENT = fc.record({
  minute: fc.nat(3),
  networks: fc.constantFrom([0], [1], [0, 1]),
  entity: fc.nat(1),
  product: fc.constantFrom('kyb_certificate', 'total_consumer_assets'),
  reason: fc.option(fc.constantFrom('no_eligible_record' as const, 'not_stated' as const)),
  subject: fc.option(fc.nat(1)),
  consent: fc.option(fc.nat(1)),
  policy: fc.option(fc.nat(1)),
  request: fc.nat(1),
});

const SEARCH = fc.record(
  {
    querying_entity_id: fc.nat(1),
    product_slug: fc.constantFrom('kyb_certificate', 'total_consumer_assets'),
    outcome: fc.constantFrom('issued', 'no_result'),
    reason: fc.constantFrom('no_eligible_record', 'not_stated'),
    request_id: fc.nat(1),
    subject_id: fc.nat(1),
    consent_id: fc.nat(1),
    policy_id: fc.nat(1),
  },
  { requiredKeys: [] },
);

const VALUES = {
  querying_entity_id: 'entities',
  request_id: 'requests',
  subject_id: 'subjects',
  consent_id: 'consents',
  policy_id: 'policies',
} as const;

/** The values of a member of an event as its reader sees it. */
function membersOf(event: QueryEvent, name: string): readonly unknown[] {
  if (name === 'policy_id') return event.networks.map((network) => network.policy_id);
  return [event[name as keyof QueryEvent]];
}

describe('a search of query events', () => {
  test('finds exactly the events of the feed that show the searched members to the reader', async () => {
    const limits = fc.integer({ min: 1, max: 4 });
    const orders = fc.constantFrom('oldest_first', 'newest_first');
    const events = fc.array(EVENT, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(events, SEARCH, limits, orders, async (rows, drawnSearch, limit, order) => {
        const values = drawn();
        const networkIds = [newId(), newId()] as const;
        await storeEvents(
          service,
          rows.map((row) => {
            const ids = row.networks.map((index) => networkIds[index]);
            const policy_id = row.policy === null ? null : (values.policies[row.policy] ?? null);
            const at = new Date(START + row.minute * 60_000);
            const event = anEvent(ids, values.entities[row.entity] ?? '', at, {
              product_slug: row.product,
              outcome: row.reason ? ('no_result' as const) : ('issued' as const),
              subject_id: row.subject === null ? null : (values.subjects[row.subject] ?? null),
              consent_id: row.consent === null ? null : (values.consents[row.consent] ?? null),
              policy_id,
              networks: ids.map((network_id) => ({ network_id, policy_id, policy_version: 1 })),
              request_id: values.requests[row.request] ?? '',
            });
            return { ...event, reason: row.reason };
          }),
        );
        const search = Object.fromEntries(
          Object.entries(drawnSearch).map(([name, value]) => [
            name,
            typeof value === 'number'
              ? (values[VALUES[name as keyof typeof VALUES]][value] ?? '')
              : value,
          ]),
        );
        const [first] = networkIds;
        const querier = { ...member(first, 'querier'), entity_id: values.entities[0] ?? '' };
        const readers = [
          member(first, 'governor'),
          governorOf(networkIds, networkIds),
          governorOf([first], networkIds),
          querier,
        ];
        for (const principal of readers) {
          const read = async (more: Readonly<Record<string, string>>) => {
            const query = { network_id: first, order, limit: String(limit), ...more };
            const pages = await pagesOf(service, reading(principal), FEED, query);
            return pages.flatMap(({ data }) => data as QueryEvent[]);
          };
          const expected = (await read({})).filter((event) =>
            Object.entries(search).every(([name, value]) => membersOf(event, name).includes(value)),
          );
          expect(await read(search)).toEqual(expected);
          const counted = new URLSearchParams({ network_id: first, ...search }).toString();
          expect(await service.call(reading(principal), 'GET', `${FEED}/count?${counted}`)).toEqual(
            {
              status: 200,
              body: { count: expected.length, is_complete: true },
            },
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['an unknown product', { product_slug: 'kyb' }, 400],
    ['an unknown outcome', { outcome: 'refused' }, 422],
    ['an unknown reason', { reason: 'too_old' }, 422],
    ['a subject that is not an id', { subject_id: 'Acme' }, 422],
  ])('is rejected for %s', async (_case, search, status) => {
    const networkId = newId();
    const query = new URLSearchParams({ network_id: networkId, ...search }).toString();
    const reader = reading(member(networkId, 'governor'));
    const answer = await service.send(reader, 'GET', `${FEED}?${query}`);
    expect(answer.status).toBe(status);
  });

  test('counts up to 10,000 of them', async () => {
    const networkId = newId();
    const count = (more: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams({ network_id: networkId, ...more }).toString();
      return service.call(reading(member(networkId, 'governor')), 'GET', `${FEED}/count?${query}`);
    };
    const events = Array.from({ length: 10_001 }, (_, n) => ({
      ...anEvent([networkId], newId(), new Date(START + n * 1_000)),
      reason: null,
    }));
    await storeEvents(service, events);
    expect(await count({})).toMatchObject({ body: { count: 10_000, is_complete: false } });
    const from = new Date(START + 1_000).toISOString();
    expect(await count({ from })).toMatchObject({ body: { count: 10_000, is_complete: true } });
    expect((await count({ product_slug: 'kyb' })).status).toBe(400);
  });

  describe('among many', () => {
    const networkId = newId();

    beforeAll(async () => {
      const at = (n: number) => new Date(START + n * 1_000);
      const others = Array.from({ length: 20_000 }, (_, n) => ({
        ...anEvent([networkId], newId(), at(n), {
          outcome: reasonOf(n) ? ('no_result' as const) : ('issued' as const),
          subject_id: newId(),
          consent_id: newId(),
          request_id: newId(),
        }),
        reason: reasonOf(n),
      }));
      await storeEvents(service, others);
      // Rows that another transaction may not see yet have to be read in the table.
      await eventually(async () => {
        await service.sql('vacuum analyze query_event');
        const [table] = await service.sql<{ visible: boolean }>(
          "select relallvisible >= relpages as visible from pg_class where relname = 'query_event'",
        );
        expect(table?.visible).toBe(true);
      });
    });

    test.each<readonly [string, string, Searched]>([
      ['by subject', 'query_event_by_subject', { subject: newId() }],
      ['by consent', 'query_event_by_consent', { consent: newId() }],
      ['by request', 'query_event_by_request', { request: 'req-7f3a' }],
      ['by institution', 'query_event_by_institution', { institution: newId() }],
      ['by product', 'query_event_by_product', { product: 'total_consumer_assets' }],
      ['by policy', 'query_event_by_policy', { policy: newId() }],
      ['by policy of several', 'query_event_of_policies', { policy: newId() }],
      ['by outcome', 'Index Only Scan', { outcome: 'no_result' }],
      [
        'by a rare reason',
        'Index Only Scan Backward using query_event_by_reason',
        { reason: 'not_stated' },
      ],
      ['without a search', 'query_event_by_time', {}],
    ])('%s reads its index', async (_search, index, searched) => {
      const plan = await service.sql(`explain ${listStatement('newest_first', 'reason')}`, [
        networkId,
        searched.institution ?? null,
        null,
        null,
        null,
        null,
        100,
        searched.product ?? null,
        searched.outcome ?? null,
        searched.request ?? null,
        searched.subject ?? null,
        searched.consent ?? null,
        searched.policy ?? null,
        newId(),
        [networkId],
        searched.reason ?? null,
        [networkId],
      ]);
      expect(JSON.stringify(plan)).toContain(index);
    });

    test.each([
      ['oldest_first' as const, 19_900, 20_000],
      ['newest_first' as const, 0, 100],
    ])('a window, %s, reads none before it', async (order, from, to) => {
      const at = (n: number) => new Date(START + n * 1_000);
      const values = [networkId, null, at(from), at(to), null, null, 10];
      const others = [null, null, null, null, null, null, newId(), [], null, []];
      const [row] = await service.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${listStatement(order, 'reason')}`,
        [...values, ...others],
      );
      const [{ Plan: plan }] = row?.['QUERY PLAN'] ?? [{ Plan: {} }];
      expect(plan['Actual Rows']).toBe(10);
      expect(Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])).toBeLessThan(
        100,
      );
    });
  });
});
