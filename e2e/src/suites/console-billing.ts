import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { verifyRelianceFile } from '@ndx/proof';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { everyItem } from '../harness/every-item.js';
import type { Exchange } from '../harness/exchange.js';
import { savedHead, savedJson } from '../harness/saved-file.js';
import { eventually } from '@ndx/testing';

const DAY_MS = 86_400_000;

type Row = Readonly<Record<string, unknown>>;

/** The views of billing in a browser. */
export function consoleBillingSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the console of billing', () => {
    let reference: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      const answer = await exchange()
        .as(QUERYING_BANK)
        .post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id: await business.consent() });
      expect(answer.status).toBe(204);
      reference = String(answer.headers.get('x-ref-id'));
      await eventually(async () => expect(await auditEntries()).toBe(1));
    });

    const auditEntries = async () => {
      const path = `/v1/query-events/${reference}/evidence`;
      const { body } = await exchange().as(QUERYING_BANK).get(path);
      return (body as { audit_entries: readonly unknown[] }).audit_entries.length;
    };

    /** Moves the query by days, as if it had been answered then. */
    const moveQuery = (days: number) =>
      exchange().sql(
        'product-query',
        `with texts as (
           update query_text set occurred_at = occurred_at + $1 * interval '1 day'
           where query_event_id = $2
         )
         update query_event set occurred_at = occurred_at + $1 * interval '1 day'
         where query_event_id = $2`,
        [days, reference],
      );

    /** The query events of today and the six days before it. */
    const queriesOfTheWeek = async () => {
      const from = new Date(Date.now() - 6 * DAY_MS).toISOString().slice(0, 10);
      const window = `network_id=${DEMO_NETWORK.id}&from=${from}T00:00:00Z&limit=1000`;
      for (let count = 0, cursor = ''; ;) {
        const path = `/v1/query-events?${window}${cursor}`;
        const { body } = await exchange().as(QUERYING_BANK).get(path);
        const { data, next_cursor } = body as { data: readonly unknown[]; next_cursor: string };
        count += data.length;
        if (data.length === 0) return count;
        cursor = `&cursor=${next_cursor}`;
      }
    };

    test('a reader goes from the chart to a statement line and to the evidence of a query', async () => {
      const billing = await signIn(QUERYING_BANK, '/');
      const { page } = billing;
      await billing.open('Usage');
      const chart = page.getByRole('img', { name: /in 7 days, as bars per day$/ });
      await chart.locator('rect').last().hover();
      await page.getByRole('tooltip', { name: /KYB certificate: [1-9]/ }).waitFor();
      const statement = page.getByRole('table', { name: 'Statement' });
      const line = statement.getByRole('row').filter({ hasText: '204 No result' });
      await line.getByRole('link', { name: 'KYB certificate' }).click();
      await billing.requireFaultless();
      await billing.requireFit(360);

      await page.getByRole('link', { name: `Evidence of ${reference}` }).click();
      await billing.heading('Evidence of a query');
      const entries = page.getByRole('table', { name: 'Audit entries' });
      await entries.getByText('Intact').waitFor();
      expect(await billing.text()).toContain(reference.slice(-12));
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save reliance file' }).click();
      const file = await verifyRelianceFile(await readFile(await (await saved).path()));
      expect(file.manifest).toMatchObject({
        query_event_id: reference,
        reader: { kind: 'querier', entity_id: QUERYING_BANK.entityId },
      });
      expect(file.checkpoints).not.toEqual([]);
      await billing.requireFaultless();
      await billing.requireFit(360);
    });

    test('the queries of a statement line are saved, with names', async () => {
      const { page } = await signIn(QUERYING_BANK, `/usage?network=${DEMO_NETWORK.id}`);
      const statement = page.getByRole('table', { name: 'Statement' });
      const line = statement.getByRole('row').filter({ hasText: '204 No result' });
      await line.getByRole('link', { name: 'KYB certificate' }).click();
      await page.getByRole('table', { name: 'Queries of the line' }).waitFor();
      const { about, data } = await savedJson(page, 'queries of statement line');
      const { billable, ...filters } = JSON.parse(String(about['filter'])) as Row;
      expect(filters).toMatchObject({ product_slug: 'kyb_certificate', outcome: 'no_result' });
      const query = new URLSearchParams(filters as Record<string, string>);
      const path = `/v1/query-events?order=newest_first&${query.toString()}`;
      const listed = await everyItem(exchange().as(QUERYING_BANK), path);
      expect(data).toMatchObject(listed.filter((one) => one['billable'] === billable));
      expect(data).toContainEqual(
        expect.objectContaining({
          query_event_id: reference,
          querying_entity_name: QUERYING_BANK.name,
        }),
      );
      const head = await savedHead(page, 'queries of statement line');
      expect(head).toEqual(expect.arrayContaining(['querying_entity_name', 'subject_name']));
    });

    test('the usage of yesterday leads to every query with a 204 for one reason', async () => {
      await moveQuery(-1);
      const billing = await signIn(QUERYING_BANK, '/');
      const { page } = billing;
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Usage/ })
        .click();
      await page.getByLabel('Period').selectOption('Yesterday');
      const reasons = page.getByRole('table', { name: 'Queries without a result' });
      const row = reasons.getByRole('row').filter({ hasText: 'No record satisfies the rules' });
      const quantity = Number(await row.locator('td:last-child').innerText());
      await billing.requireFaultless();
      await billing.requireFit(360);
      await row.getByRole('link').click();
      const queries = page.getByRole('table', { name: 'Queries' });
      await queries.getByText(reference.slice(-12)).waitFor();
      expect(await queries.locator('tbody tr').count()).toBe(quantity);
      const outcomes = await queries.locator('tbody tr').allInnerTexts();
      expect(outcomes.every((text) => text.includes('No record satisfies the rules'))).toBe(true);
      await billing.requireFaultless();
      await billing.requireFit(360);
      await page.goto(`${exchange().url}/console/queries?from=someday&to=2026-11-27`);
      await page.getByLabel('Period').waitFor();
      await billing.requireFaultless();
      await moveQuery(1);
    });

    test('the quantities are those of the feed, and a period without queries says so', async () => {
      const { page, errors } = await signIn(QUERYING_BANK, '/usage');
      const statement = page.getByRole('table', { name: 'Statement' });
      await statement.waitFor();
      const cells = await statement.locator('tbody tr td:last-child').allInnerTexts();
      const counted = sumOf(cells);
      expect(counted).toBe(await queriesOfTheWeek());
      await page.getByText('Table', { exact: true }).click();
      const days = page.getByRole('table', { name: 'Queries per product and day' });
      const totals = await days.locator('tbody tr td:last-child').allInnerTexts();
      expect(totals).toHaveLength(7);
      expect(sumOf(totals)).toBe(counted);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      const [heading, ...rows] = (await readFile(await (await saved).path(), 'utf8')).split('\n');
      expect(heading).toBe(
        'day,querying_entity_id,product_slug,kind,outcome,reason,billable,count',
      );
      expect(sumOf(rows.map((row) => row.split(',').at(-1) ?? ''))).toBe(counted);
      await page.goto(`${exchange().url}/console/usage?period=last-month`);
      await page.getByText('Nobody queried the network in this period.').waitFor();
      expect(errors).toEqual([]);
    });
  });
}

/** The sum of numbers that a table or a file shows. */
function sumOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0);
}
