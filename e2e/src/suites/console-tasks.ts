import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, QUERYING_BANK, SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER } from '@ndx/tools/network/demo-people';
import { isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import { clicksOn } from '../harness/clicks.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aPastQuery } from '../harness/past-query.js';

const DAY_MS = 86_400_000;

/** Tasks of every day, each in a number of clicks from Home, without a document. */
export function consoleTasksSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the tasks of the console', () => {
    let businessId: string;
    let issued: string;
    let withoutResult: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      const consent = { consent_id: await business.consent() };
      issued = referenceOf(await queryUntil(exchange(), consent, isIssued));
      const unknown = { consent_id: await new TestBusiness(exchange()).consent() };
      const body = { network_ids: [DEMO_NETWORK.id], ...unknown };
      withoutResult = referenceOf(await exchange().as(QUERYING_BANK).post(QUERY, body));
    });

    test('why a query has no result, in two clicks', async () => {
      const querier = await signIn(QUERYING_BANK);
      const { page } = querier;
      const clicks = await clicksOn(page);
      await querier.open('Queries');
      await page.locator(`a[href*="${withoutResult}"]`).click();
      await querier.heading('KYB certificate query');
      await page.getByText('No record that you may read satisfies').first().waitFor();
      expect(await clicks()).toBe(2);
    });

    test('the queries of yesterday without a result for one reason, in three clicks', async () => {
      const yesterday = new Date(Date.now() - DAY_MS).toISOString();
      const past = await aPastQuery(exchange(), withoutResult, yesterday);
      const querier = await signIn(QUERYING_BANK);
      const { page } = querier;
      const clicks = await clicksOn(page);
      await querier.open('Queries');
      await page.getByLabel('Period').selectOption('Yesterday');
      await page.getByLabel('Reason').selectOption('No record satisfies the rules');
      await page.locator(`a[href*="${past}"]`).waitFor();
      expect(await page.locator(`a[href*="${withoutResult}"]`).count()).toBe(0);
      expect(await clicks()).toBe(3);
      await querier.requireFaultless();
      await querier.requireFit(390, 1024, 1440);
    });

    test('who read the data of a subject last quarter, saved, in four clicks', async () => {
      const then = timeOfLastQuarter();
      const past = await aPastQuery(exchange(), issued, then);
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      const clicks = await clicksOn(page);
      await officer.open('Subjects');
      await page.getByLabel('Legal name').fill('example hardware');
      await page.keyboard.press('Enter');
      const row = page.getByRole('row').filter({ hasText: businessId.slice(-12) });
      await row.getByRole('link', { name: 'Example Hardware LLC' }).click();
      await page.getByLabel('Period').selectOption('Last quarter');
      const queries = page.getByRole('table', { name: 'Queries of the subject' });
      await queries.getByText('Querying Demo Bank').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as JSON' }).click(),
      ]);
      expect(await clicks()).toBe(4);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
        about: { network: DEMO_NETWORK.name, filter: expect.stringContaining(businessId) },
        data: [
          {
            query_event_id: past,
            querying_entity_name: 'Querying Demo Bank',
            furnishing_entity_names: ['First Demo Bank'],
          },
        ],
      });

      const day = then.slice(0, 10);
      await page.getByLabel('Period').selectOption('Other days');
      await page.getByLabel('First day (UTC)').fill(day);
      await page.getByLabel('Last day (UTC)').fill(day);
      await page.waitForURL(new RegExp(`from=${day}`));
      await queries.getByText('Querying Demo Bank').waitFor();
      await page.getByLabel('Last day (UTC)').fill('2020-01-01');
      await page.getByText('Select a last day that is not before the first one.').waitFor();
      await officer.requireFaultless();
    });

    test('what is wrong with the services, in one click', async () => {
      const operator = await signIn(SYSTEM_OPERATOR);
      const clicks = await clicksOn(operator.page);
      await operator.open('Services');
      await operator.page.getByText('Healthy', { exact: true }).first().waitFor();
      expect(await clicks()).toBe(1);
    });
  });
}

function referenceOf({ headers }: { readonly headers: Headers }): string {
  return String(headers.get('x-ref-id'));
}

/** ISO 8601. */
function timeOfLastQuarter(): string {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return new Date(Date.UTC(year, month - (month % 3) - 1, 15, 12)).toISOString();
}
