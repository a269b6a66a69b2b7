import { newId, type Principal, type QueryEvent } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anEvent, governorOf, pagesOf, reading, storeEvents } from '../testing/query-events.js';
import { useQueryService } from '../testing/use-query-service.js';

const FEED = '/v1/query-events';
const PATH = `${FEED}/furnisher-counts`;
const START = Date.parse('2026-04-01T00:00:00.000Z');

const service = useQueryService();

interface Counts {
  readonly data: readonly {
    readonly furnishing_entity_ids: readonly string[];
    readonly querying_entity_id: string;
    readonly count: number;
  }[];
  readonly is_complete: boolean;
}

type Query = Readonly<Record<string, string>>;

function requestCounts(principal: Principal, query: Query): Promise<Response> {
  const search = new URLSearchParams(query).toString();
  return service.send(reading(principal), 'GET', `${PATH}?${search}`);
}

async function countsOf(principal: Principal, query: Query): Promise<Counts> {
  const response = await requestCounts(principal, query);
  expect(response.status).toBe(200);
  return (await response.json()) as Counts;
}

const sumOf = ({ data }: Counts) => data.reduce((sum, { count }) => sum + count, 0);

const EVENT = fc.record({
  minute: fc.nat(3),
  networks: fc.constantFrom([0], [1], [0, 1]),
  entity: fc.nat(1),
  furnishers: fc.subarray([0, 1, 2]),
  outcome: fc.constantFrom('issued' as const, 'no_result' as const),
});

describe('the counts of answers by furnishers', () => {
  test('are of the events that the feed lists, with the furnishers that it shows', async () => {
    const drawn = fc.array(EVENT, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(drawn, async (rows) => {
        const networkIds = [newId(), newId()] as const;
        const entityIds = [newId(), newId()];
        const furnisherIds = [newId(), newId(), newId()].sort();
        await storeEvents(
          service,
          rows.map(({ minute, networks, entity, furnishers, outcome }) =>
            anEvent(
              networks.map((index) => networkIds[index]),
              entityIds[entity] ?? '',
              new Date(START + minute * 60_000),
              { outcome, furnishing_entity_ids: furnishers.map((n) => furnisherIds[n] ?? '') },
            ),
          ),
        );
        const [first] = networkIds;
        const querier = { ...member(first, 'querier'), entity_id: entityIds[0] ?? '' };
        const readers = [
          member(first, 'governor'),
          governorOf(networkIds, networkIds),
          governorOf([first], networkIds),
          { ...governorOf([first], [first]), entity_id: querier.entity_id },
          querier,
        ];
        const query = { network_id: first, from: new Date(START + 60_000).toISOString() };
        for (const principal of readers) {
          const feed = { ...query, outcome: 'issued', limit: '4' };
          const pages = await pagesOf(service, reading(principal), FEED, feed);
          const expected = new Map<string, number>();
          for (const event of pages.flatMap(({ data }) => data as QueryEvent[])) {
            const key = [event.querying_entity_id, ...event.furnishing_entity_ids].join(' ');
            expected.set(key, (expected.get(key) ?? 0) + 1);
          }
          const { data, is_complete } = await countsOf(principal, query);
          expect(is_complete).toBe(true);
          const counted = data.map(
            (one) =>
              [
                [one.querying_entity_id, ...one.furnishing_entity_ids].join(' '),
                one.count,
              ] as const,
          );
          expect(counted.toSorted()).toEqual([...expected].toSorted());
          const numbers = data.map(({ count }) => count);
          expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('are of the newest 5,000 events with a result, and complete where there are fewer', async () => {
    const networkId = newId();
    const [querierId, newest, oldest] = [newId(), newId(), newId()];
    const events = Array.from({ length: 6_600 }, (_, n) =>
      anEvent([networkId], querierId, new Date(START + n * 1_000), {
        outcome: n % 11 === 0 ? ('no_result' as const) : ('issued' as const),
        furnishing_entity_ids: [n < 1_100 ? oldest : newest],
      }),
    );
    await storeEvents(service, events);
    const governor = member(networkId, 'governor');
    const counts = await countsOf(governor, { network_id: networkId });
    expect(counts).toEqual({
      data: [{ furnishing_entity_ids: [newest], querying_entity_id: querierId, count: 5_000 }],
      is_complete: false,
    });
    const from = new Date(START + 1_111_000).toISOString();
    const fewer = await countsOf(governor, { network_id: networkId, from });
    expect([sumOf(fewer), fewer.is_complete]).toEqual([4_990, true]);
  });

  test('are denied to an institution that is no member, and need a valid window', async () => {
    const networkId = newId();
    const stranger = await requestCounts(member(newId(), 'governor'), { network_id: networkId });
    expect(stranger.status).toBe(403);
    expect(await stranger.json()).toMatchObject({ error_code: 'PERMISSION_DENIED' });
    const governor = member(networkId, 'governor');
    const query = { network_id: networkId, from: 'yesterday' };
    expect((await requestCounts(governor, query)).status).toBe(422);
  });
});
