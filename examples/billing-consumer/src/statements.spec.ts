import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { amountOf } from './amount.js';
import { BillingError } from './billing-error.js';
import { COMMANDS } from './commands.js';
import type { Prices } from './prices.js';
import type { QueryEvent } from './query-event.js';
import { readSettings } from './settings.js';
import { statementsOf } from './statements.js';
import { queryEvent } from './testing/query-events.js';
import { writeStatements } from './write-statements.js';
import { temporaryFolder } from './testing/temporary-folder.js';

const PRICES: Prices = {
  currency: 'USD',
  priceOf: (product, outcome) =>
    product === 'kyb_certificate' ? amountOf(outcome === 'issued' ? '4.50' : '0.10') : undefined,
};

const [first, second] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
];

const times = (count: number, change: Partial<QueryEvent>): readonly QueryEvent[] =>
  Array.from({ length: count }, () =>
    queryEvent({ occurred_at: '2026-11-15T08:00:00Z', ...change }),
  );

describe('a statement', () => {
  test('has a line for each product and outcome, and their sum', () => {
    const events = [
      ...times(3, { querying_entity_id: first, outcome: 'no_result' }),
      ...times(2, { querying_entity_id: first, outcome: 'issued' }),
    ];
    expect(statementsOf(events, '2026-11', PRICES)).toEqual([
      {
        institution_id: first,
        period: '2026-11',
        currency: 'USD',
        queries: 5,
        lines: [
          {
            product: 'kyb_certificate',
            outcome: 'issued',
            quantity: 2,
            unit_price: '4.50',
            amount: '9.00',
          },
          {
            product: 'kyb_certificate',
            outcome: 'no_result',
            quantity: 3,
            unit_price: '0.10',
            amount: '0.30',
          },
        ],
        not_billed: [],
        total: '9.30',
      },
    ]);
  });

  test("is each institution's own", () => {
    const events = [
      ...times(1, { querying_entity_id: second }),
      ...times(2, { querying_entity_id: first }),
    ];
    expect(
      statementsOf(events, '2026-11', PRICES).map(({ institution_id, total }) => [
        institution_id,
        total,
      ]),
    ).toEqual([
      [first, '9.00'],
      [second, '4.50'],
    ]);
  });

  test('is of one month in UTC, its first moment included and its last excluded', () => {
    const at = (occurred_at: string) => queryEvent({ occurred_at });
    const within = [at('2026-11-01T00:00:00.000Z'), at('2026-12-01T00:30:00+01:00')];
    const without = [at('2026-10-31T23:59:59.999Z'), at('2026-12-01T00:00:00.000Z')];
    expect(statementsOf([...within, ...without], '2026-11', PRICES)).toMatchObject([
      { queries: 2 },
    ]);
  });

  test('lists what is not billable, and charges nothing for it, price or not', () => {
    const events = [...times(1, {}), ...times(2, { billable: false, product_slug: 'a_gift' })];
    expect(statementsOf(events, '2026-11', PRICES)).toMatchObject([
      {
        queries: 3,
        lines: [{ quantity: 1 }],
        not_billed: [{ product: 'a_gift', outcome: 'issued', quantity: 2 }],
        total: '4.50',
      },
    ]);
  });

  test('is not made where anything has no price, and all of that is named', () => {
    const events = [
      ...times(1, {}),
      ...times(2, { product_slug: 'credit_history_bundle' }),
      ...times(1, { product_slug: 'kyc_certificate_bundle', outcome: 'no_result' }),
    ];
    const make = () => statementsOf(events, '2026-11', PRICES);
    expect(make).toThrow(BillingError);
    expect(make).toThrow('credit_history_bundle/issued (2 to bill)');
    expect(make).toThrow('kyc_certificate_bundle/no_result (1 to bill)');
  });

  test('needs no price for what another month asked', () => {
    const events = times(1, { product_slug: 'unpriced', occurred_at: '2026-10-02T00:00:00Z' });
    expect(statementsOf(events, '2026-11', PRICES)).toEqual([]);
  });

  test('lies in a file of its period and institution, whole', () => {
    const folder = temporaryFolder('statements');
    const statements = statementsOf(times(1, { querying_entity_id: first }), '2026-11', PRICES);
    const [path] = writeStatements(folder, statements);
    expect(path).toBe(join(folder, '2026-11', `${first}.json`));
    expect(JSON.parse(readFileSync(String(path), 'utf8'))).toEqual(statements[0]);
    expect(readdirSync(join(folder, '2026-11'))).toEqual([`${first}.json`]);
  });

  test('charges a query once that is in the ledger twice, and says so', async () => {
    const data = temporaryFolder('twice');
    const [event] = times(1, { querying_entity_id: first });
    const line = `${JSON.stringify({ partition: 0, offset: '0', ce_id: 'a', event })}\n`;
    writeFileSync(join(data, 'ledger.jsonl'), line);
    appendFileSync(join(data, 'ledger.jsonl'), line);
    const paths: string[] = [];
    const logged: string[] = [];
    const args = ['--period', '2026-11', '--data', data, '--statements', join(data, 'made')];
    const status = await COMMANDS['statements']?.(readSettings(['statements', ...args]), {
      env: {},
      signal: new AbortController().signal,
      say: (path) => paths.push(path),
      log: (text) => logged.push(text),
    });
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(String(paths[0]), 'utf8'))).toMatchObject({
      queries: 1,
      total: '4.50',
    });
    expect(logged).toEqual([
      expect.stringMatching(/is in the ledger more than once: the first is billed$/),
    ]);
  });
});
