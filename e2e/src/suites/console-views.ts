import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import type { Page, Route } from 'playwright-core';
import { requireAccessible } from '../harness/accessibility.js';
import { aPolicy, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { walkConsole, type OpenedView } from '../harness/console-walk.js';
import type { Exchange } from '../harness/exchange.js';
import { aNoticeEndpoint, UNREACHABLE } from '../harness/notice-endpoint.js';

/** The demo accounts that together may open every view. */
const ACCOUNTS = [QUERYING_BANK, FIRST_BANK, OPERATOR, SYSTEM_OPERATOR];

const FIRST_LOAD_BYTES = 300_000;
/** An account opens up to twenty views. */
const WALK_TIMEOUT_MS = 900_000;

/** Views that the navigation does not have; by their paths with `:id` for each id. */
const BELOW_LISTS = [
  '/queries/:id',
  '/certificates/:id',
  '/policies/:id',
  '/policies/:id/edit',
  '/institutions/:id',
  '/notice-endpoints/:id',
  '/submissions/:id',
  '/subjects/business/:id',
  '/subjects/business/:id/consents/:id',
  '/usage/:id',
];

/** What the frame of every view requests. */
const FRAME = /\/v1\/(caller|networks(\?.*)?)$/;

/** The first page shows parts without an error, and the other one asks for an id first. */
const ASK_NOTHING = new Set(['/', '/request-traces']);

const DENIED = {
  detail: 'denied by the test',
  error_code: 'PERMISSION_DENIED',
  request_id: '0192d3c0-5c5e-7a80-9b1e-000000000001',
};

function homeOf(exchange: Exchange): string {
  return `${exchange.url}/console/?network=${DEMO_NETWORK.id}`;
}

/** Properties of every view. */
export function consoleViewsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('every view of the console', () => {
    /** The view is tested on each screen with the first account that may open it. */
    const reached = new Set<string>();
    let endpoint: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      await queryUntil(exchange(), { consent_id }, isIssued);
      await aPolicy(exchange(), {});
      endpoint = await aNoticeEndpoint(exchange(), { url: UNREACHABLE });
    });

    afterAll(() => exchange().as(QUERYING_BANK).delete(endpoint));

    test.each(ACCOUNTS)(
      'that links of $account reach loads below 300 kB, breaks no rule of axe, fits each screen, shows the focus, and shows the request id of an error',
      async (account) => {
        const reader = await signIn(account);
        const added: OpenedView[] = [];
        for await (const view of walkConsole(reader, homeOf(exchange()))) {
          const { name, bytes } = view;
          expect({
            name,
            isCounted: bytes > 10_000,
            isTooLarge: bytes >= FIRST_LOAD_BYTES,
          }).toEqual({ name, isCounted: true, isTooLarge: false });
          await reader.requireFaultless();
          await requireFaultlessDialogs(reader);
          if (reached.has(name)) continue;
          reached.add(name);
          added.push(view);
          await reader.requireFit(360, 1920);
          const unmarked = await unmarkedFocus(reader.page);
          expect({ name, unmarked }).toEqual({ name, unmarked: [] });
        }
        expect(reader.errors).toEqual([]);
        await answerRequests(reader.page, (route) => route.fulfill({ status: 403, json: DENIED }));
        for (const { name, url } of added.filter((view) => !ASK_NOTHING.has(view.name))) {
          expect({ name, alert: await errorAt(reader, url) }).toEqual({
            name,
            alert: expect.stringMatching(`${DENIED.detail}[^]*${DENIED.request_id}[^]*Try again`),
          });
        }
      },
      WALK_TIMEOUT_MS,
    );

    test('is reached by links', () => {
      expect([...reached]).toEqual(expect.arrayContaining(BELOW_LISTS));
    });

    test.each([
      [401, 'You are signed out', 'Sign in'],
      [403, 'Not permitted', 'which a governor of the network grants'],
      [404, 'Not found', 'Check the id and the network.'],
      [429, 'Too many requests', 'Wait a minute'],
      [500, 'The server could not answer', 'give the request id to the operator'],
    ])('shows the reason of a %i, its request id and what to do', async (status, title, advice) => {
      const reader = await signIn(QUERYING_BANK);
      await answerRequests(reader.page, (route) => route.fulfill({ status, json: DENIED }));
      const alert = await errorAt(reader, `${exchange().url}/console/usage`);
      for (const part of [title, DENIED.detail, DENIED.request_id, advice]) {
        expect(alert).toContain(part);
      }
      await reader.page.unrouteAll();
      await reader.page.getByRole('button', { name: /^(Try again|Sign in)$/ }).click();
      await reader.page.getByRole('table', { name: 'Statement' }).waitFor();
    });

    test('repeats every failed request of a view at once', async () => {
      const reader = await signIn(OPERATOR);
      await answerRequests(reader.page, (route) => route.fulfill({ status: 500, json: DENIED }));
      await errorAt(reader, `${exchange().url}/console/policies`);
      await reader.page.unrouteAll();
      await reader.page.getByRole('button', { name: 'Try again' }).click();
      await reader.page.getByRole('table', { name: 'Querying policies' }).waitFor();
    });

    test('says that the server does not respond, and keeps what it has loaded', async () => {
      const reader = await signIn(QUERYING_BANK, '/usage');
      const { page } = reader;
      await page.getByRole('table', { name: 'Statement' }).waitFor();
      await answerRequests(page, (route) => route.abort());
      await page.getByLabel('Period').selectOption('Last 30 days');
      await page.getByRole('alert').getByText('Check your connection and try again.').waitFor();
      await page.getByLabel('Period').selectOption('Last 7 days');
      await page.getByRole('table', { name: 'Statement' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    test('shows the error of a view whose script does not arrive, beside the navigation', async () => {
      const reader = await signIn(QUERYING_BANK);
      const { page } = reader;
      await page.route('**/console/assets/tour-page-*.js', (route) => route.abort());
      await page.getByRole('navigation').getByRole('link', { name: 'Guided tour' }).click();
      await page.locator('main').getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toContain('Try again');
      await reader.open('Queries');
    });

    test('names its network in the address, so that a link opens the same one', async () => {
      const reader = await signIn(OPERATOR);
      const { page } = reader;
      await reader.open('Querying policies');
      const selected = page.getByRole('banner').getByLabel('Network');
      await page.waitForURL(/[?&]network=/);
      const named = new URL(page.url()).searchParams.get('network');
      expect(named).toBe(await selected.inputValue());
    });

    test('shows an error for a network that the institution is not a member of', async () => {
      const reader = await signIn(QUERYING_BANK, `/queries?network=${randomUUID()}`);
      const { page } = reader;
      await reader.heading('Network not found');
      expect(await page.getByRole('table').count()).toBe(0);
      await reader.requireFaultless();
      await reader.requireFit(360);
      await page.locator('main').getByRole('link', { name: 'Home' }).click();
      await reader.heading('Querying Demo Bank');
      await page.waitForURL(/[?&]network=/);
    });

    test('tells an institution without a network that it is in none', async () => {
      const reader = await signIn(QUERYING_BANK);
      const { page } = reader;
      await page.route(/\/v1\/networks(\?.*)?$/, (route) =>
        route.fulfill({ json: { data: [], next_cursor: 'end' } }),
      );
      await page.reload();
      await page.getByRole('navigation').waitFor();
      for (const view of [
        'Queries',
        'Network map',
        'Querying policies',
        'Furnishing policies',
        'Subjects',
        'Guided tour',
        'Usage',
      ]) {
        await reader.open(view);
        await page.getByText(/A governor of a network admits/).waitFor();
      }
      await reader.requireFaultless();
    });
  });
}

/** Opens each dialog of the view once, and closes it by the keyboard. */
async function requireFaultlessDialogs(reader: ConsoleUser): Promise<void> {
  const { page } = reader;
  const buttons = page.locator('main [aria-haspopup=dialog]');
  const labels = [...new Set(await buttons.allInnerTexts())];
  for (const label of labels) {
    const button = buttons.filter({ hasText: label }).first();
    await button.click();
    await page.getByRole('dialog').waitFor();
    await reader.requireFaultless();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.locator(':focus').innerText()).toBe(label);
  }
}

/** From now on, `answer` answers the requests of views, but not those of the frame. */
async function answerRequests(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route('**/v1/**', (route) =>
    FRAME.test(route.request().url()) ? route.continue() : answer(route),
  );
}

/** The text of the error that a view shows. */
async function errorAt({ page }: ConsoleUser, url: string): Promise<string> {
  await page.goto(url);
  await page.getByRole('navigation').waitFor();
  const alert = page.getByRole('alert').first();
  await alert.waitFor();
  await requireAccessible(page);
  return alert.innerText();
}

/** Presses Tab after the link to the content; the elements that do not show that they have the focus. */
async function unmarkedFocus(page: Page): Promise<readonly string[]> {
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  const unmarked: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate<string | null>(UNMARKED_FOCUS);
    if (fault !== null) unmarked.push(fault);
  }
  return unmarked;
}

/** The focused element, when neither an outline nor another border or shadow marks it. */
const UNMARKED_FOCUS = `(async () => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const look = async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(element);
    return [outlineStyle === 'none' || outlineWidth === '0px', borderColor, boxShadow];
  };
  const [hasNoOutline, ...focused] = await look();
  if (!hasNoOutline) return null;
  element.blur();
  const [, ...blurred] = await look();
  element.focus();
  return String(focused) === String(blurred) ? element.outerHTML.slice(0, 200) : null;
})()`;
