import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { Books } from './books.js';
import { COMMANDS } from './commands.js';
import type { QueryEvent } from './query-event.js';
import { differences, isWithin } from './reconcile.js';
import { readSettings } from './settings.js';
import { CONTRACT, queryEvent } from './testing/query-events.js';
import { temporaryFolder } from './testing/temporary-folder.js';

const NETWORK = '33333333-3333-4333-8333-333333333333';
const OTHER_NETWORK = '44444444-4444-4444-8444-444444444444';

const queried = (change: Partial<QueryEvent> = {}) =>
  queryEvent({ network_ids: [NETWORK], occurred_at: '2026-11-15T08:00:00.000Z', ...change });

describe('the differences between the feed and the ledger', () => {
  test('are none where both tell of the same queries, in whatever order', () => {
    const [a, b] = [queried(), queried()];
    expect([...differences([a, b], [b, a])]).toEqual([]);
  });

  test('are each query that only one of them tells of', () => {
    const [a, b, c] = [queried(), queried(), queried()];
    expect([...differences([a, b], [b, c])]).toEqual([
      expect.stringMatching(`^query event ${c.query_event_id} .*is missing in the feed$`),
      expect.stringMatching(`^query event ${a.query_event_id} .*is missing in the ledger$`),
    ]);
  });

  test('say why a query was set aside', () => {
    const event = queried();
    const reasons = new Map([[event.query_event_id, 'the value is not JSON']]);
    expect([...differences([event], [], reasons)]).toEqual([
      expect.stringContaining(
        'missing in the ledger: it was set aside, since the value is not JSON',
      ),
    ]);
  });

  test('are a query that the feed tells of twice', () => {
    const event = queried();
    expect([...differences([event, { ...event }], [event])]).toEqual([
      expect.stringContaining('is in the feed more than once'),
    ]);
  });

  test.each<[keyof QueryEvent | 'policy_id' | 'account_id', unknown]>([
    ['product_slug', 'another'],
    ['kind', 'template'],
    ['environment', 'sandbox'],
    ['querying_entity_id', OTHER_NETWORK],
    ['outcome', 'no_result'],
    ['billable', false],
    ['occurred_at', '2026-11-15T08:00:00.001Z'],
    ['account_id', OTHER_NETWORK],
    ['policy_id', null],
    ['network_ids', [NETWORK, OTHER_NETWORK]],
  ])('are another %s', (name, value) => {
    const event = queried();
    const found = [...differences([{ ...event, [name]: value }], [event])];
    expect(found).toEqual([
      expect.stringMatching(
        `^query event ${event.query_event_id} .*differs in ${name}: .* in the feed, .* in the ledger$`,
      ),
    ]);
    expect(found[0]).toContain(JSON.stringify(value));
  });

  test('are not the same moment in another zone', () => {
    const event = queried();
    expect([
      ...differences([{ ...event, occurred_at: '2026-11-15T09:00:00.000+01:00' }], [event]),
    ]).toEqual([]);
  });

  const ofTwo = queried({ network_ids: [NETWORK, OTHER_NETWORK] });
  const hidden = {
    ...{ policy_id: null, policy_version: null, subject_id: null, consent_id: null },
    ...{ certificate_id: null, furnishing_entity_ids: [] },
  };
  const partial = { ...ofTwo, network_ids: [NETWORK], ...hidden };

  test('are not what the feed hides of another network', () => {
    expect([...differences([partial], [ofTwo])]).toEqual([]);
  });

  test('are what the feed hides where the whole query is of its network', () => {
    const event = queried();
    expect([...differences([{ ...event, ...hidden }], [event])]).toHaveLength(
      Object.keys(hidden).length,
    );
  });

  test('are what is billed otherwise, however much the feed hides', () => {
    expect([...differences([{ ...partial, outcome: 'no_result' }], [ofTwo])]).toHaveLength(1);
    expect([...differences([{ ...partial, network_ids: [CLIENT] }], [ofTwo])]).toHaveLength(1);
  });
});

const CLIENT = '55555555-5555-4555-8555-555555555555';

test('the ledger is compared by network, institution and window, its start included, its end excluded', () => {
  const window = { networkId: NETWORK, from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };
  const within = [queried({ occurred_at: window.from }), queried({ querying_entity_id: CLIENT })];
  const without = [queried({ occurred_at: window.to }), queried({ network_ids: [OTHER_NETWORK] })];
  const counted = [...within, ...without];
  expect(counted.filter((event) => isWithin(window, event))).toEqual(within);
  const own = { ...window, institution: CLIENT };
  expect(counted.filter((event) => isWithin(own, event))).toEqual([within[1]]);
});

/** A real server with the feed's manners: pages behind a cursor, for who has the token. */
describe('the command', () => {
  let server: TestHttpServer;
  let feed: readonly unknown[];
  let asked: URL[];
  let data: string;

  beforeEach(async () => {
    data = temporaryFolder('reconcile');
    feed = [];
    asked = [];
    server = await startHttpServer((request, response) => {
      answer(request, response);
    });
  });

  afterEach(() => server.stop());

  const PAGE = 2;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(String(request.url), server.url);
    asked.push(url);
    response.setHeader('content-type', 'application/json');
    if (request.headers.authorization !== 'Bearer a-token') {
      response.statusCode = 403;
      response.end('{"detail":"Not enough permissions"}');
      return;
    }
    const start = Number(url.searchParams.get('cursor') ?? 0);
    const next = start + PAGE < feed.length ? String(start + PAGE) : null;
    response.end(
      JSON.stringify({ query_events: feed.slice(start, start + PAGE), next_cursor: next }),
    );
  }

  async function reconcile(change: { token?: string; args?: readonly string[] } = {}) {
    const said: string[] = [];
    const { token = 'a-token', args = ['--period', '2026-11'] } = change;
    const settings = readSettings([
      ...['reconcile', '--url', server.url, '--network', NETWORK, '--data', data],
      ...['--contract', CONTRACT, ...args],
    ]);
    const status = await COMMANDS['reconcile']?.(settings, {
      env: { BILLING_TOKEN: token },
      signal: new AbortController().signal,
      say: (line) => said.push(line),
      log: (line) => said.push(line),
    });
    return { status, said };
  }

  function keep(...events: readonly QueryEvent[]): void {
    const books = new Books(data);
    for (const [n, event] of events.entries())
      books.count({ partition: 0, offset: String(n), ce_id: event.query_event_id, event });
    books.save();
    books.close();
  }

  test('reads every page of the window, and ends with 0 where all agrees', async () => {
    const events = Array.from({ length: 5 }, () => queried());
    keep(...events);
    feed = events;
    expect(await reconcile()).toEqual({
      status: 0,
      said: ['5 in the feed, 5 in the ledger, 0 differences'],
    });
    expect(asked).toHaveLength(3);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      network_id: NETWORK,
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
    });
  });

  test('ends with 1, and a line for each difference, where it does not', async () => {
    const [kept, lost] = [queried(), queried()];
    keep(kept);
    feed = [kept, lost];
    const { status, said } = await reconcile();
    expect(status).toBe(1);
    expect(said).toEqual([
      expect.stringContaining(`${lost.query_event_id} (kyb_certificate/issued, institution`),
      '2 in the feed, 1 in the ledger, 1 difference',
    ]);
  });

  test('names what is in the ledger more than once, which two programs wrote', async () => {
    const [once, twice] = [queried(), queried()];
    const another = queried({ occurred_at: '2026-10-15T08:00:00.000Z' });
    keep(once, twice, another);
    const ledger = join(data, 'ledger.jsonl');
    const [, ...again] = readFileSync(ledger, 'utf8').split('\n');
    appendFileSync(ledger, again.join('\n'));
    feed = [once, twice];
    expect(await reconcile()).toEqual({
      status: 1,
      said: [
        expect.stringMatching(
          `^query event ${twice.query_event_id} .*is in the ledger more than once$`,
        ),
        '2 in the feed, 2 in the ledger, 1 difference',
      ],
    });
  });

  test("compares one institution's queries on demand", async () => {
    const [own, others] = [queried({ querying_entity_id: CLIENT }), queried()];
    keep(own, others);
    feed = [own];
    expect(await reconcile()).toMatchObject({ status: 1 });
    expect(
      await reconcile({ args: ['--period', '2026-11', '--institution', CLIENT] }),
    ).toMatchObject({ status: 0 });
  });

  test('fails where it may not read, and where the feed is not what is published', async () => {
    await expect(reconcile({ token: 'no' })).rejects.toThrow('answered 403');
    feed = [{ ...queried(), outcome: 'half' }];
    await expect(reconcile()).rejects.toThrow('does not fit its schema: /outcome');
    feed = [];
    await expect(reconcile({ token: '' })).rejects.toThrow('BILLING_TOKEN must be given');
    await expect(reconcile({ args: ['--from', 'today', '--to', 'then'] })).rejects.toThrow(
      '--from must be a time',
    );
  });

  test('fails where nobody answers', async () => {
    const nowhere = await startHttpServer(() => undefined);
    await nowhere.stop();
    const args = ['--period', '2026-11', '--url', nowhere.url];
    await expect(reconcile({ args })).rejects.toThrow('did not answer');
  });
});
