import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { requireAccessible, requireAccessibleColors } from '../harness/accessibility.js';
import { launchBrowser } from '../harness/browser.js';
import type { Exchange } from '../harness/exchange.js';
import { errorsOf, requireFit } from '../harness/faults-of-page.js';

/** Pages with the elements that other pages have too: cards, code, tables, lists of links. */
const SAMPLE = ['', 'contributing', 'decisions/'];
/** One decision is enough for all: their elements are the same. */
const OTHER_DECISION = /\/decisions\/(?!0110)\d/;
const PHONE = { width: 390, height: 844 };
const SCREEN = { width: 1440, height: 900 };
const WALK_TIMEOUT_MS = 300_000;

/** The documents as a site, which the gateway serves. */
export function documentsSiteSuite(exchange: () => Exchange): void {
  describe('the site of the documents', () => {
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let errors: readonly string[];
    const foreign: string[] = [];
    const addressOf = (path: string) => `${exchange().url}/docs/${path}`;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    beforeEach(async () => {
      context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
      page = await context.newPage();
      errors = errorsOf(page);
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol !== 'data:' && origin !== exchange().url) foreign.push(request.url());
      });
    });

    afterEach(() => context.close());
    afterAll(() => browser.close());

    test(
      'has no page that breaks a rule of axe or the content policy, is wider than a phone, or sends a request to another origin',
      async () => {
        const found = new Set([addressOf('')]);
        // A Set also iterates over the addresses that are added during the iteration.
        for (const address of found) {
          const response = await page.goto(address);
          expect([address, response?.status()]).toEqual([address, 200]);
          const policy = response?.headers()['content-security-policy'];
          expect(policy).toContain("default-src 'none'; script-src 'self'; ");
          await requireAccessible(page);
          await requireFit(page, PHONE.width);
          expect({ address, errors, foreign }).toEqual({ address, errors: [], foreign: [] });
          for (const link of await pagesLinkedOn(page)) found.add(link);
        }
        expect(found.size).toBeGreaterThan(30);
      },
      WALK_TIMEOUT_MS,
    );

    test.each(SAMPLE)(
      'breaks no rule of axe on any screen in any colors: /docs/%s',
      async (path) => {
        await page.goto(addressOf(path));
        for (const size of [PHONE, SCREEN]) {
          await page.setViewportSize(size);
          await requireAccessibleColors(page);
        }
        expect(errors).toEqual([]);
      },
    );

    test('finds the reason of an error, and opens its place', async () => {
      await page.setViewportSize(SCREEN);
      await page.goto(addressOf(''));
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('consent_revoked');
      await page.getByRole('link', { name: 'Errors > PERMISSION_DENIED' }).click();
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
      expect(page.url()).toBe(addressOf('errors#permission_denied-403'));
      expect([errors, foreign]).toEqual([[], []]);
    });

    test('leads each role from the home page to its first step', async () => {
      await page.goto(addressOf(''));
      const steps = page.locator('.VPFeatures a');
      const roles = await steps.locator('h2').allInnerTexts();
      expect(roles).toEqual([
        'Everyone',
        'Integrators',
        'Governors',
        'Operators',
        'Billing',
        'Contributors',
      ]);
      for (const index of roles.keys()) {
        await steps.nth(index).click();
        await page.waitForURL(/#/);
        await page.locator(new URL(page.url()).hash).waitFor();
        await page.goBack();
      }
      expect(errors).toEqual([]);
    });

    test('copies a command', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(addressOf('contributing'));
      await page.getByRole('button', { name: 'Copy Code' }).first().click();
      await page.locator('button.copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci\nnpm test');
    });

    test('leads to the reference of the API', async () => {
      await page.setViewportSize(SCREEN);
      await page.goto(addressOf(''));
      await page.getByRole('link', { name: 'API reference' }).first().click();
      await page.getByRole('heading', { name: 'Network data exchange' }).waitFor();
      expect(new URL(page.url()).pathname).toMatch('/docs/reference');
    });

    test('leads to the reference of the SDK, written from its source', async () => {
      await page.setViewportSize(SCREEN);
      await page.goto(addressOf(''));
      await page.getByRole('link', { name: 'SDK reference' }).first().click();
      await page.getByRole('main').getByRole('link', { name: '@ndx/client', exact: true }).click();
      await page.getByRole('heading', { name: 'furnishRecords()' }).waitFor();
      expect([errors, foreign]).toEqual([[], []]);
    });

    test('says that a page does not exist', async () => {
      const response = await page.goto(addressOf('absent'));
      expect(response?.status()).toBe(404);
      await page.getByRole('link', { name: 'All documents' }).waitFor();
    });
  });
}

/** The addresses of the documents that the page links to. */
async function pagesLinkedOn(page: Page): Promise<readonly string[]> {
  const links = await page.evaluate<string[]>(
    'Array.from(document.querySelectorAll("a[href]:not([target])"), ({ href }) => href)',
  );
  const base = new URL('/docs/', page.url()).href;
  return links
    .map((link) => link.split('#')[0] ?? link)
    .filter((link) => link.startsWith(base) && !/\.(?:png|json)$/.test(link))
    .filter((link) => !OTHER_DECISION.test(link));
}
