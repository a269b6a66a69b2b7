import { isDeepStrictEqual } from 'node:util';
import { listIn, memberOf, textIn, type Answer } from '../http/answer.js';
import { get, withQuery, type Request } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import {
  envelope,
  ok,
  requireReference,
  requireShape,
  requireValues,
  type Values,
} from '../run/expect.js';
import { JUST_NOW, SOME_TEXT } from '../run/like.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { fields } from '../shape/fields.js';
import { queryRows } from '../shape/query-rows.js';
import { record } from '../shape/shape.js';

const PATH = '/v1/query-events';

const DAILY_COUNTS = `${PATH}/daily-counts`;
const SIGNED_INDEX = `${PATH}/signed-index`;
const JANUARY = { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' };
const MARCH = { from: '2026-03-01', to: '2026-04-01' };

const EVENT = record(`
  query_event_id product_id: uuid
  product_slug kind environment: string
  network_ids: uuid[]
  policy_id: uuid | null
  policy_version: integer | null
  networks: object[]
  querying_entity_id account_id: uuid
  subject_type: string
  subject_id consent_id: uuid | null
  permissible_purpose: string | null
  furnishing_entity_ids: uuid[]
  certificate_id: uuid | null
  outcome: string
  reason: string | null
  billable: boolean
  occurred_at: date-time
  request_id: string
`);

const PAGE = record('data: object[]  next_cursor: string', { data: EVENT });

const COUNTS = record('data: object[]  next_cursor: string', {
  data: record(`day: date  querying_entity_id: uuid  product_slug kind outcome: string
    reason: string | null  billable: boolean  count: integer`),
});

const INDEX_PAGE = record(
  'format network_id from to signed_at signature: string  events: object[]',
);

/**
 * Sends the requests and checks that the feed of the kit's network gained exactly one event for
 * each 200 and 204 of a query, identified by its `X-Ref-Id` (design 9).
 * @param others requests other than queries, which must not add events
 */
export async function queryEventsDuring(
  kit: Kit,
  queries: readonly Request[],
  others: readonly Request[] = [],
): Promise<void> {
  const before = await eventIds(kit);
  const answers: Answer[] = [];
  for (const request of queries) answers.push(await kit.send(request));
  for (const request of others) await kit.send(request);
  const expected = answers.filter(isResolved).map(requireReference).sort();
  const known = new Set(before);
  const added = (await eventIds(kit)).filter((id) => !known.has(id)).sort();
  if (added.join() === expected.join()) return;
  throw new Mismatch(
    `the events ${expected.join(', ') || 'of none'}`,
    added.join(', ') || 'none',
    answers.at(-1),
  );
}

export const queryEventRows: readonly Row[] = [
  ...queryRows({
    section: 'design 9',
    name: PATH,
    path: () => PATH,
    parameters: fields(`network_id: uuid  from? to?: date-time  limit?: integer
      querying_entity_id? subject_id? consent_id? policy_id?: uuid`),
    valid: (kit) => ({ network_id: kit.networkId }),
  }),
  ...queryRows({
    section: 'design 9',
    name: DAILY_COUNTS,
    path: () => DAILY_COUNTS,
    parameters: fields('network_id: uuid  from to: date'),
    valid: (kit) => ({ network_id: kit.networkId, ...MARCH }),
  }),
  ...queryRows({
    section: 'design 9',
    name: SIGNED_INDEX,
    path: () => SIGNED_INDEX,
    parameters: fields('network_id: uuid  from to: date-time  limit?: integer'),
    valid: (kit) => ({ network_id: kit.networkId, ...JANUARY }),
  }),
  ...[
    'querying_entity_id',
    'product_slug',
    'outcome',
    'reason',
    'request_id',
    'subject_id',
    'consent_id',
  ].map((member) => ({
    section: 'design 9',
    says: `GET ${PATH} by ${member} finds the events that have it`,
    check: (kit: Kit) => requireFound(kit, member),
  })),
  {
    section: 'design 9',
    says: `GET ${DAILY_COUNTS} counts the events that the feed lists`,
    check: requireCounts,
  },
  ...cases('design 9', [
    {
      says: `GET ${DAILY_COUNTS} of more than 31 days is a 400`,
      request: (kit) =>
        get(withQuery(DAILY_COUNTS, { network_id: kit.networkId, ...MARCH, to: '2026-04-02' })),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `GET ${DAILY_COUNTS} of a network to which the caller does not belong is denied`,
      needs: ['other'],
      request: (kit) =>
        get(withQuery(DAILY_COUNTS, { network_id: kit.networkId, ...MARCH }), { as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: `GET ${SIGNED_INDEX} of a period that is over is one signed page without events`,
      request: (kit) => get(withQuery(SIGNED_INDEX, { network_id: kit.networkId, ...JANUARY })),
      expect: ok(INDEX_PAGE, { events: [], cursor: null, next_cursor: null }),
    },
    {
      says: `GET ${SIGNED_INDEX} of a period that is not over is a 400`,
      request: (kit) =>
        get(
          withQuery(SIGNED_INDEX, {
            network_id: kit.networkId,
            ...JANUARY,
            to: '2099-01-01T00:00:00Z',
          }),
        ),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `GET ${SIGNED_INDEX} of a network to which the caller does not belong is denied`,
      needs: ['other'],
      request: (kit) =>
        get(withQuery(SIGNED_INDEX, { network_id: kit.networkId, ...JANUARY }), { as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'GET /v1/query-events from a time that has not come lists none',
      request: (kit) =>
        get(withQuery(PATH, { network_id: kit.networkId, from: '2099-01-01T00:00:00Z' })),
      expect: ok(PAGE, { data: [] }),
    },
    {
      says: 'GET /v1/query-events to a time before the network lists none',
      request: (kit) =>
        get(withQuery(PATH, { network_id: kit.networkId, to: '2020-01-01T00:00:00Z' })),
      expect: ok(PAGE, { data: [] }),
    },
    {
      says: 'GET /v1/query-events of a network to which the caller does not belong is denied',
      needs: ['other'],
      request: (kit) => get(withQuery(PATH, { network_id: kit.networkId }), { as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'GET /v1/query-events with a cursor that is not its own is a 400',
      request: (kit) => get(withQuery(PATH, { network_id: kit.networkId, cursor: 'mine' })),
      expect: envelope('VALIDATION_ERROR'),
    },
  ]),
];

function isResolved({ status: code }: Answer): boolean {
  return code === 200 || code === 204;
}

/**
 * Checks that the network's feed has the event of the query, with these values among its members,
 * and with the values that all events of the kit have (design 9).
 * @throws Mismatch when it does not
 */
export async function requireEvent(
  kit: Kit,
  query: Answer,
  values: Values,
  networkId: string = kit.networkId,
): Promise<void> {
  const reference = requireReference(query);
  for (const page of await pagesOf(kit, networkId)) {
    const events = listIn(page.body, 'data');
    const event = events.find((one) => memberOf(one, 'query_event_id') === reference);
    if (event === undefined) continue;
    requireValues(page, event, {
      network_ids: [networkId],
      querying_entity_id: kit.entityId,
      outcome: query.status === 200 ? 'issued' : 'no_result',
      billable: true,
      occurred_at: JUST_NOW,
      request_id: query.requestId,
      environment: SOME_TEXT,
      ...values,
    });
    return;
  }
  throw new Mismatch(`the query event ${reference}`, 'none of that id', query);
}

/** @throws Mismatch when a search by the member of an event finds other events than the feed has */
async function requireFound(kit: Kit, member: string): Promise<void> {
  const feed = await eventsOf(kit);
  const value = feed.map((event) => memberOf(event, member)).find((one) => typeof one === 'string');
  if (typeof value !== 'string') throw new Error(`the kit sent no query with ${member}`);
  const expected = feed.filter((event) => memberOf(event, member) === value);
  const found = await eventsOf(kit, { [member]: value });
  if (isDeepStrictEqual(found, expected)) return;
  throw new Mismatch(JSON.stringify(expected), JSON.stringify(found));
}

/** @throws Mismatch when the counts of the last two days are not those of the feed's events */
async function requireCounts(kit: Kit): Promise<void> {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const query = { network_id: kit.networkId, from: day(-1), to: day(1) };
  const counted = await kit.send(get(withQuery(DAILY_COUNTS, query)));
  ok(COUNTS)(counted);
  const items = listIn(counted.body, 'data');
  const total = items.reduce<number>((sum, item) => sum + Number(memberOf(item, 'count')), 0);
  const one = await kit.send(get(withQuery(DAILY_COUNTS, { ...query, limit: '1' })));
  ok(COUNTS)(one);
  const cursor = textIn(one.body, 'next_cursor');
  const others = await kit.send(get(withQuery(DAILY_COUNTS, { ...query, cursor })));
  const paged = [...listIn(one.body, 'data'), ...listIn(others.body, 'data')];
  if (!isDeepStrictEqual(paged, items)) {
    throw new Mismatch(JSON.stringify(items), JSON.stringify(paged), others);
  }
  const events = await eventsOf(kit, {
    from: `${query.from}T00:00:00Z`,
    to: `${query.to}T00:00:00Z`,
  });
  if (total !== events.length) throw new Mismatch(String(events.length), String(total), counted);
}

async function eventIds(kit: Kit): Promise<readonly string[]> {
  return (await eventsOf(kit)).map((event) => textIn(event, 'query_event_id'));
}

async function eventsOf(kit: Kit, search: Readonly<Record<string, string>> = {}) {
  const pages = await pagesOf(kit, kit.networkId, search);
  return pages.flatMap(({ body }) => listIn(body, 'data'));
}

async function pagesOf(
  kit: Kit,
  networkId: string,
  window: Readonly<Record<string, string>> = {},
): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { network_id: networkId, ...window, ...(cursor !== undefined && { cursor }) };
    const page = await kit.done(get(withQuery(PATH, query)));
    requireShape(page, page.body, PAGE);
    if (listIn(page.body, 'data').length === 0) return pages;
    pages.push(page);
    cursor = textIn(page.body, 'next_cursor');
  }
}
