import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { QUERY, queryUntil, isIssued, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

const PROGRAM = join(projectRoot(), 'examples', 'billing-consumer', 'dist', 'main.js');

const CATCH_UP = ['--until-caught-up'];

interface Ended {
  readonly status: number;
  readonly output: string;
}

/** A consumer by another company, which uses only the published documents: on Kafka. */
export function billingConsumerSuite(exchange: () => Exchange): void {
  describe('the billing consumer', () => {
    let folder: string;
    let ledger: string;
    let since: string;
    /** The query events of this suite's queries: first with, then without a result. */
    const references: string[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'e2e-billing-'));
      ledger = await exchange().network.databases.postgres.createDatabase('billing');
      since = new Date().toISOString();
      const business = new TestBusiness(exchange());
      const unheardOf = await business.consent();
      const client = exchange().as(QUERYING_BANK);
      const query = { network_ids: [DEMO_NETWORK.id], consent_id: unheardOf };
      const empty = await client.post(QUERY, query);
      await business.furnish();
      const found = await queryUntil(exchange(), { consent_id: unheardOf }, isIssued);
      for (const { headers } of [found, empty]) references.push(headers.get('x-ref-id') ?? '');
    });

    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    test('counts the queries, agrees with the feed, and reports lost events', async () => {
      await caughtUp();
      const agreed = await reconcile();
      expect(agreed).toMatchObject({ status: 0 });
      expect(agreed.output).toMatch(/^(\d+) in the feed, \1 in the ledger, 0 differences\n$/);

      const [lost] = references;
      await sql('DELETE FROM query_event WHERE query_event_id = $1', lost);
      const { status, output } = await reconcile();
      expect(status).toBe(1);
      expect(output).toMatch(
        new RegExp(
          `^query event ${String(lost)} \\(kyb_certificate/issued, institution ${QUERYING_BANK.entityId}, .*\\) is missing in the ledger\n  evidence: issued, billable true, 1 of 1 audit entries intact \\(.*/${String(lost)}/evidence\\)\n.* 1 difference\n$`,
        ),
      );
      // A new consumer group corrects it.
      const repair = await run('consume', ...CATCH_UP, '--group', `repair-${since}`);
      expect(repair).toMatchObject({ status: 0 });
      expect(await reconcile()).toMatchObject({ status: 0 });
    });

    test('rejects no event of the exchange', async () => {
      expect(await sql('SELECT reason FROM rejected_message')).toEqual([]);
    });

    test('bills each institution its own queries, by result', async () => {
      await caughtUp();
      const period = since.slice(0, 7);
      const prices = join(folder, 'prices.json');
      const events = await ledgerEvents();
      const priced = events.flatMap(({ product_slug }) => [
        [`${product_slug}/issued`, '4.50'],
        [`${product_slug}/no_result`, '0.10'],
      ]);
      writeFileSync(
        prices,
        JSON.stringify({ currency: 'USD', prices: Object.fromEntries(priced) as unknown }),
      );
      const statements = join(folder, 'statements');
      const args = ['--period', period, '--prices', prices, '--statements', statements];
      const list = join(
        statements,
        period,
        QUERYING_BANK.entityId,
        'kyb_certificate-issued.ndjson',
      );
      expect(await run('statements', ...args)).toMatchObject({
        status: 0,
        output: expect.stringContaining(`evidence in ${list}\n`),
      });
      const [issued] = references;
      expect(readFileSync(list, 'utf8')).toContain(
        `"evidence":"/v1/query-events/${String(issued)}/evidence"`,
      );
      const own = events.filter(
        (event) =>
          event.querying_entity_id === QUERYING_BANK.entityId &&
          event.occurred_at.startsWith(period) &&
          event.product_slug === 'kyb_certificate',
      );
      const file = join(statements, period, `${QUERYING_BANK.entityId}.json`);
      const quantity = (wanted: string) => own.filter(({ outcome }) => outcome === wanted).length;
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        institution_id: QUERYING_BANK.entityId,
        lines: expect.arrayContaining([
          expect.objectContaining({
            ...{ product: 'kyb_certificate', outcome: 'issued', quantity: quantity('issued') },
            amount: inUnits(quantity('issued') * 450),
          }),
          expect.objectContaining({
            ...{ product: 'kyb_certificate', outcome: 'no_result' },
            quantity: quantity('no_result'),
          }),
        ]),
      });
    });

    /** The relay publishes shortly after the response. */
    function caughtUp(): Promise<void> {
      return eventually(async () => {
        expect(await run('consume', ...CATCH_UP)).toMatchObject({ status: 0 });
        const counted = (await ledgerEvents()).map((event) => event.query_event_id);
        expect(counted).toEqual(expect.arrayContaining(references));
      });
    }

    async function ledgerEvents(): Promise<readonly LedgerEvent[]> {
      const rows = await sql('SELECT event FROM query_event');
      return rows.map(({ event }) => event as LedgerEvent);
    }

    function sql(statement: string, ...values: readonly unknown[]) {
      return exchange().sql('billing', statement, values);
    }

    async function reconcile(): Promise<Ended> {
      const window = ['--from', since, '--to', new Date(Date.now() + 60_000).toISOString()];
      const of = ['--url', exchange().url, '--network', DEMO_NETWORK.id];
      return run('reconcile', ...of, ...window);
    }

    async function run(...args: readonly string[]): Promise<Ended> {
      const { address } = exchange().network.bus;
      if (address.kind !== 'kafka') throw new Error('this suite is about Kafka');
      const env = {
        ...process.env,
        KAFKA_BROKERS: address.brokers.join(','),
        BILLING_DATABASE_URL: ledger,
        BILLING_TOKEN: await exchange().tokenOf(OPERATOR),
      };
      const options = { cwd: projectRoot(), env };
      return new Promise((resolve) => {
        execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout) => {
          resolve({ status: error ? Number(error.code) : 0, output: stdout });
        });
      });
    }
  });
}

function inUnits(cents: number): string {
  return `${String(cents).slice(0, -2)}.${String(cents).slice(-2)}`;
}

interface LedgerEvent {
  readonly query_event_id: string;
  readonly product_slug: string;
  readonly outcome: string;
  readonly querying_entity_id: string;
  readonly occurred_at: string;
}
