import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import { enterEvent, withLedger } from './ledger.js';
import type { QueryEvent } from './query-event.js';
import { differences, eventsIn } from './reconcile.js';
import { readPrices, statementsOf } from './statements.js';
import { queryEvent } from './testing/query-events.js';
import { monthOf } from './window.js';

const NETWORK = '33333333-3333-4333-8333-333333333333';
const [FIRST, SECOND] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
];
const MONTH = monthOf('2026-11');
const queried = (change: Partial<QueryEvent> = {}) =>
  queryEvent({
    ...{ network_ids: [NETWORK], querying_entity_id: FIRST, occurred_at: MONTH.from },
    ...change,
  });

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

const keep = (...events: readonly QueryEvent[]) =>
  withLedger(database.url, async (ledger) => {
    for (const event of events) await enterEvent(ledger, event);
  });

describe('a statement', () => {
  const statements = () =>
    withLedger(database.url, (ledger) => statementsOf(ledger, MONTH, readPrices('prices.json')));

  test('has a line for each product and outcome of an institution, and an exact total', async () => {
    const again = queried();
    await keep(
      ...[again, again, queried(), queried({ outcome: 'no_result' })],
      ...[queried({ querying_entity_id: SECOND }), queried({ billable: false })],
      ...[queried({ occurred_at: MONTH.to }), queried({ occurred_at: '2026-10-31T23:59:59Z' })],
    );
    const line = { product: 'kyb_certificate', outcome: 'issued', unit_price: '4.50' };
    expect(await statements()).toEqual([
      {
        ...{ institution_id: FIRST, period: '2026-11', currency: 'USD', queries: 4 },
        lines: [
          { ...line, quantity: 2, amount: '9.00' },
          { ...line, outcome: 'no_result', quantity: 1, unit_price: '0.25', amount: '0.25' },
        ],
        not_billed: [{ product: 'kyb_certificate', outcome: 'issued', quantity: 1 }],
        total: '9.25',
      },
      expect.objectContaining({ institution_id: SECOND, total: '4.50' }),
    ]);
  });

  test('is not created when a billable event has no price', async () => {
    await keep(queried(), queried({ product_slug: 'unpriced_product' }));
    await expect(statements()).rejects.toThrow('unpriced_product/issued (1 to bill)');
  });
});

describe('reconciliation', () => {
  const compare = (feed: readonly QueryEvent[], reasons?: ReadonlyMap<string, string>) =>
    withLedger(database.url, async (ledger) => [
      ...differences(feed, await eventsIn(ledger, { network: NETWORK, ...MONTH }), reasons),
    ]).then((found) => found.map(({ text }) => text));

  test('finds no difference when feed and ledger have the same queries', async () => {
    const events = [queried(), queried()];
    await keep(...events, queried({ occurred_at: MONTH.to }), queried({ network_ids: [SECOND] }));
    expect(await compare([...events].reverse())).toEqual([]);
  });

  test('reports missing, extra, repeated and changed events', async () => {
    const [missing, extra, twice, changed] = [queried(), queried(), queried(), queried()];
    await keep(extra, twice, changed);
    const feed = [missing, twice, twice, { ...changed, outcome: 'no_result' }];
    const reasons = new Map([[missing.query_event_id, 'the value is not JSON']]);
    expect(await compare(feed, reasons)).toEqual([
      expect.stringMatching(`${missing.query_event_id} .*missing in the ledger: it was set aside`),
      expect.stringMatching(`${twice.query_event_id} .*is in the feed more than once`),
      expect.stringMatching(`${changed.query_event_id} .*differs in outcome: "no_result" in the`),
      expect.stringMatching(`${extra.query_event_id} .*is missing in the feed`),
    ]);
  });

  test('accepts only the members that the feed hides for another network', async () => {
    const event = queried({ network_ids: [NETWORK, SECOND] });
    await keep(event);
    const hidden = { ...event, network_ids: [NETWORK], policy_id: null, subject_id: null };
    expect(await compare([hidden])).toEqual([]);
    expect(await compare([{ ...event, ...{ policy_id: null } }])).toHaveLength(1);
    expect(await compare([{ ...hidden, billable: false }])).toHaveLength(1);
  });
});
