import { describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Page, Request } from 'playwright-core';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';

/** Of a list of queries in a browser that has nothing of the console. */
const FIRST_VISIT = { requests: 40, kilobytes: 325 };
/** Of a reload: the page, the caller and the networks, the rows with their names and count. */
const RELOAD = { requests: 12, kilobytes: 60 };

const LIST = `/queries?network=${DEMO_NETWORK.id}`;

/** The size of a visit: bytes and requests are the same on every machine, times are not. */
export function consoleSizeSuite(exchange: () => Exchange, { browser }: ConsoleSessions): void {
  describe('the console in a slow network', () => {
    test('loads little at first, and less again, without the identity provider, when it is reloaded', async () => {
      const consent_id = await new TestBusiness(exchange()).consent();
      const body = { network_ids: [DEMO_NETWORK.id], consent_id };
      await exchange().as(QUERYING_BANK).post(QUERY, body);
      const context = await browser().newContext();
      const page = await context.newPage();
      const first = requestsOf(page);
      await page.goto(`${exchange().url}/console${LIST}`);
      await page.locator(`button[value="${QUERYING_BANK.account}"]`).click();
      await rows(page);
      const visit = await sizeOf(first());
      expect(visit.requests).toBeLessThanOrEqual(FIRST_VISIT.requests);
      expect(visit.kilobytes).toBeLessThanOrEqual(FIRST_VISIT.kilobytes);

      const again = requestsOf(page);
      await page.reload();
      await rows(page);
      const found = again();
      const reload = await sizeOf(found);
      const { origin } = new URL(exchange().url);
      expect(
        found.map((request) => request.url()).filter((url) => !url.startsWith(origin)),
      ).toEqual([]);
      expect(reload.requests).toBeLessThanOrEqual(RELOAD.requests);
      expect(reload.kilobytes).toBeLessThanOrEqual(RELOAD.kilobytes);
      expect(new Set(reads(found)).size).toBe(reads(found).length);
      await context.close();
    });
  });
}

async function rows(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await page.waitForLoadState('networkidle');
}

/** The requests that the page sends from now on. */
function requestsOf(page: Page): () => Request[] {
  const sent: Request[] = [];
  const add = (request: Request) => sent.push(request);
  page.on('requestfinished', add);
  return () => {
    page.off('requestfinished', add);
    return sent;
  };
}

/** The reads of the API, with their queries without the position in the list. */
function reads(requests: readonly Request[]): string[] {
  return requests
    .filter((request) => request.method() === 'GET' && request.url().includes('/v1/'))
    .map((request) => {
      const url = new URL(request.url());
      url.searchParams.delete('cursor');
      return url.href;
    });
}

/** Without the rows, whose size depends on the queries of the network; a cached file has no size. */
async function sizeOf(requests: readonly Request[]) {
  const ofConsole = requests.filter((request) => !request.url().includes('/v1/query-events?'));
  const sizes = await Promise.all(ofConsole.map((request) => request.sizes()));
  const bytes = sizes.map(({ responseBodySize, responseHeadersSize }) =>
    responseBodySize === 0 ? 0 : responseBodySize + responseHeadersSize,
  );
  const sum = bytes.reduce((total, size) => total + size, 0);
  return { requests: bytes.filter((size) => size > 0).length, kilobytes: Math.ceil(sum / 1_000) };
}
