import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { CONTRACT, queryEvent } from './testing/query-events.js';

const NETWORK = '33333333-3333-4333-8333-333333333333';
const EVENTS = 60_000;

/** Less than half of what the ledger has in bytes. */
const HEAP_MB = 32;

let folder: string;
let gateway: TestHttpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'billing-large-'));
  gateway = await startHttpServer((_, response) => {
    response.end(JSON.stringify({ query_events: [], next_cursor: null }));
  });
  const ledger = join(folder, 'ledger.jsonl');
  const example = queryEvent({ network_ids: [], occurred_at: '2026-11-15T08:00:00.000Z' });
  const line = `${JSON.stringify({ partition: 0, offset: '0', ce_id: 'a', event: example })}\n`;
  const [before = '', after = ''] = line.split(example.query_event_id);
  for (let written = 0; written < EVENTS; written += 1_000)
    appendFileSync(
      ledger,
      Array.from({ length: 1_000 }, () => before + randomUUID() + after).join(''),
    );
  writeFileSync(join(folder, 'rejected.jsonl'), '');
});

afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

test.each([
  ['the statements are made of', () => ['dist/main.js', 'statements', '--prices', 'prices.json']],
  [
    'the feed is compared with',
    () => [
      ...['dist/main.js', 'reconcile', '--url', gateway.url, '--network', NETWORK],
      ...['--contract', CONTRACT],
    ],
  ],
])('%s a ledger that does not fit into memory', async (_, command) => {
  const own = ['--period', '2026-11', '--data', folder, '--statements', join(folder, 'made')];
  expect(await run(...command(), ...own)).toEqual({ status: 0, errors: '' });
});

test('books are opened that do not fit into memory', async () => {
  const open = `import { Books } from './dist/books.js'; new Books(${JSON.stringify(folder)}).close();`;
  expect(await run('--input-type=module', '--eval', open)).toEqual({ status: 0, errors: '' });
});

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, ...args], {
    env: { ...process.env, BILLING_TOKEN: 'a-token' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { errors: await text(child.stderr), status: await ended };
}
