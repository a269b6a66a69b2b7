import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Page } from 'playwright-core';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

const EVENTS = '/v1/query-events';
/** The items of a part of a list. */
const PART = 100;

/** What every list of the console does. */
export function consoleListsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('a list of the console', () => {
    beforeAll(async () => {
      const consent_id = await new TestBusiness(exchange()).consent();
      const querier = exchange().as(QUERYING_BANK);
      for (let sent = 0; sent <= PART; sent += 1) {
        const body = { network_ids: [DEMO_NETWORK.id], consent_id };
        expect((await querier.post(QUERY, body)).status).toBe(204);
      }
    });

    test('is cards on a phone, and keeps the actions of its rows in sight at 1024 pixels', async () => {
      const operator = await signIn(OPERATOR, `/members?network=${DEMO_NETWORK.id}`);
      const { page } = operator;
      const row = page.getByRole('row').filter({ hasText: 'Querying Demo Bank' });
      await row.waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await operator.settled();
      expect(await page.getByRole('columnheader', { name: 'Organization' }).count()).toBe(1);
      expect(await cutCells(page, 'Institutions')).toEqual([]);
      await operator.requireFaultless();
      await page.setViewportSize({ width: 1024, height: 800 });
      await operator.settled();
      const action = await row.getByRole('button', { name: /^End/ }).boundingBox();
      expect(action && action.x + action.width).toBeLessThanOrEqual(1024);
      await operator.requireFaultless();
      await operator.requireFit(390, 1024, 1440);
    });

    test('says how many items its filters find, and keeps its place for the way back', async () => {
      const querier = await signIn(QUERYING_BANK, `/queries?network=${DEMO_NETWORK.id}`);
      const { page } = querier;
      const main = page.locator('main');
      await main.getByText(/^100 of \d[\d,]* queries in this period shown$/).waitFor();
      const from = new Date(Date.now() - 86_400_000).toISOString();
      const filter = `network_id=${DEMO_NETWORK.id}&from=${from}&outcome=no_result`;
      const { count } = await succeed(
        exchange().as(QUERYING_BANK).get(`${EVENTS}/count?${filter}`),
      );
      await page.getByText('No result (204)', { exact: true }).click();
      await main
        .getByText(
          `100 of ${Number(count).toLocaleString('en-US')} queries in this period shown (filtered)`,
        )
        .waitFor();
      await main.getByRole('button', { name: 'Load older queries' }).click();
      const links = page.getByRole('table', { name: 'Queries' }).locator('a[href*="/queries/"]');
      await eventually(async () => expect(await links.count()).toBeGreaterThan(PART));
      const loaded = await links.count();
      await links.nth(PART).scrollIntoViewIfNeeded();
      const place = await scrollOf(page);
      expect(place).toBeGreaterThan(0);
      await links.nth(PART).click();
      await querier.heading('KYB certificate query');
      await page.getByRole('link', { name: 'All queries' }).click();
      await eventually(async () => expect(await scrollOf(page)).toBe(place));
      expect(await links.count()).toBe(loaded);
      expect(new URL(page.url()).searchParams.get('outcome')).toBe('no_result');
      await querier.requireFaultless();
    });

    test('is walked row by row with the keyboard', async () => {
      const querier = await signIn(QUERYING_BANK, `/queries?network=${DEMO_NETWORK.id}`);
      const { page } = querier;
      const rows = page.getByRole('table', { name: 'Queries' }).locator('tbody tr');
      await rows.nth(PART - 1).waitFor();
      await querier.settled();
      const ids = await page.evaluate<readonly string[]>(
        `Array.from(document.querySelectorAll('tbody tr'), ({ dataset }) => dataset.row)`,
      );
      expect(new Set(ids).size).toBe(PART);
      await page.getByRole('button', { name: 'Save as JSON' }).focus();
      for (let step = 0; step < 5 && (await focusedRow(page)) === undefined; step += 1) {
        await page.keyboard.press('Tab');
      }
      expect(await focusedRow(page)).toBe(ids[0]);
      expect(await page.locator('tr[tabindex="0"]').count()).toBe(1);
      const places: readonly (readonly [key: string, place: number])[] = [
        ['ArrowUp', 0],
        ...(['j', 'ArrowDown'] as const).map((key, index) => [key, index + 1] as const),
        ...[['k', 1] as const, ['End', PART - 1] as const],
        ...[['ArrowDown', PART - 1] as const, ['ArrowUp', PART - 2] as const],
        ...[['Home', 0] as const, ['ArrowDown', 1] as const],
      ];
      for (const [key, place] of places) {
        await page.keyboard.press(key);
        expect([key, await focusedRow(page)]).toEqual([key, ids[place]]);
      }
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).toBe('solid');
      await querier.requireFaultless();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').pressSequentially('jk');
      await page.keyboard.press('Home');
      expect(await page.getByRole('dialog').getByRole('combobox').inputValue()).toBe('jk');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await eventually(async () => expect(await focusedRow(page)).toBe(ids[1]));
      await page.keyboard.press('Enter');
      await querier.heading('KYB certificate query');
      expect(page.url()).toContain(String(ids[1]));
      await querier.requireFaultless();
    });

    test('is reversed by the heading of its time, and the address keeps the order', async () => {
      const querier = await signIn(QUERYING_BANK, `/queries?network=${DEMO_NETWORK.id}`);
      const { page } = querier;
      const table = page.getByRole('table', { name: 'Queries' });
      const times = async () => {
        await querier.settled();
        return page.evaluate<readonly string[]>(
          `Array.from(document.querySelectorAll('tbody time'), ({ dateTime }) => dateTime)`,
        );
      };
      await table.waitFor();
      const newest = await times();
      expect(newest).toEqual(newest.toSorted().toReversed());
      await table.getByRole('button', { name: 'Time' }).click();
      await page.waitForURL(/order=oldest_first/);
      await table
        .getByRole('columnheader', { name: 'Time' })
        .and(page.locator('[aria-sort=ascending]'))
        .waitFor();
      await page.getByRole('button', { name: 'Load newer queries' }).waitFor();
      const oldest = await times();
      expect(oldest).toEqual(oldest.toSorted());
      expect(oldest[0]?.localeCompare(String(newest.at(-1)))).toBeLessThan(0);
      await querier.requireFaultless();
      await querier.requireFit(390, 1024, 1440);
      await page.reload();
      await page.getByRole('button', { name: 'Load newer queries' }).waitFor();
      expect((await times())[0]).toBe(oldest[0]);
      await page.setViewportSize({ width: 390, height: 800 });
      await querier.settled();
      await page.getByTitle('Show the newest first').click();
      await page.waitForURL((url) => !url.searchParams.has('order'));
      await page.getByRole('button', { name: 'Load older queries' }).waitFor();
      const button = await page.getByTitle('Show the oldest first').boundingBox();
      expect(button?.width).toBeGreaterThan(24);
      expect(await cutCells(page, 'Queries')).toEqual([]);
      await querier.requireFaultless();
    });

    test('saves its filters as a view of the account', async () => {
      const querier = await signIn(QUERYING_BANK, `/queries?network=${DEMO_NETWORK.id}`);
      const { page } = querier;
      await page.getByLabel('Period').selectOption('Last 7 days');
      await page.getByText('No result (204)', { exact: true }).click();
      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save these filters as a view' });
      await dialog.getByLabel('Name').fill('Unanswered this week');
      await querier.requireFaultless();
      await page.keyboard.press('Enter');
      const view = page.getByRole('link', { name: 'Unanswered this week' });
      await view.waitFor();
      await querier.open('Notices');
      expect(await view.count()).toBe(0);
      await querier.open('Queries');
      await view.click();
      await page.waitForURL(/outcome=no_result/);
      expect(await page.getByLabel('Period').inputValue()).toBe('7d');
      await querier.requireFaultless();
      await querier.requireFit(390, 1024, 1440);
      const governor = await signIn(OPERATOR, `/queries?network=${DEMO_NETWORK.id}&period=7d`);
      await governor.page.getByRole('button', { name: 'Save view' }).waitFor();
      expect(await governor.page.getByText('Unanswered this week').count()).toBe(0);
      await page.reload();
      await page.getByRole('button', { name: 'Delete view Unanswered this week' }).click();
      await view.waitFor({ state: 'detached' });
    });
  });
}

/** The cells of a table that are not wholly in the width of the window. */
function cutCells(page: Page, table: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    Array.from(document.querySelectorAll('table[aria-label="${table}"] [role=cell]'))
      .filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return left < 0 || right > window.innerWidth;
      })
      .map(({ innerText }) => innerText)`);
}

/** The key of the row that has the focus itself. */
function focusedRow(page: Page): Promise<string | undefined> {
  return page.evaluate<string | undefined>('document.activeElement.dataset.row');
}

function scrollOf(page: Page): Promise<number> {
  return page.evaluate<number>('Math.round(window.scrollY)');
}
