import chromium from '@sparticuz/chromium';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { furnishBusinesses } from '../furnish-load.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';

/** The goal until the rows of a list are shown after a reload. */
const MOST_SECONDS = 3;
/** Slow 4G of Chrome's developer tools: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const SLOWER_PROCESSOR = { rate: 4 };
/** Rows of the first page of the list. */
const QUERIES = 100;

export const consoleReload: Measurement = {
  name: 'console',
  about:
    'the list of 100 queries in a browser, from a reload until its rows are shown: on this machine, and on slow 4G with a processor that is four times slower, both by the throttling of the browser',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    const clients = new QueryClient(network, await furnishBusinesses(network, 1), 1);
    await clients.untilQueryable();
    await clients.run(QUERIES);
    await clients.close();
    const browser = await launch();
    try {
      return await reloads(browser, network, context);
    } finally {
      await browser.close();
    }
  } finally {
    await network.stop();
  }
}

async function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

async function reloads(
  browser: Browser,
  network: LocalNetwork,
  { rounds, say }: BenchContext,
): Promise<Figure[]> {
  const page = await browser.newPage();
  const list = `/console/queries?network=${DEMO_NETWORK.id}`;
  await page.goto(`${network.addresses.gatewayUrl}${list}`);
  await page.locator(`button[value="${QUERYING_BANK.account}"]`).click();
  await rowsOf(page);
  const devtools = await page.context().newCDPSession(page);
  const full: number[] = [];
  const throttled: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const here = await reload(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', SLOWER_PROCESSOR);
    const slow = await reload(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devtools.send('Network.disable');
    full.push(here);
    throttled.push(slow);
    say(`round ${round + 1}: ${here.toFixed(1)} s, ${slow.toFixed(1)} s slow`);
  }
  return [
    figureOf('rows after a reload', 's', full),
    figureOf('rows after a reload, slow 4G and processor', 's', throttled, {
      atMost: MOST_SECONDS,
    }),
  ];
}

/** Seconds until the rows are shown. */
async function reload(page: Page): Promise<number> {
  const begin = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await rowsOf(page);
  return (performance.now() - begin) / 1_000;
}

function rowsOf(page: Page): Promise<void> {
  return page.getByRole('table').getByRole('row').nth(1).waitFor();
}
