import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNdxClient, eachItem } from '@ndx/client';
import { PROGRAM_CLIENT_ID } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.js';
import { encryptedKey } from '../harness/encrypted-key.js';
import { requireAccessible } from '../harness/accessibility.js';
import type { Exchange } from '../harness/exchange.js';
import { TerminalRun, type Ended } from '../harness/terminal.js';

const ROWS = 4_000;
const BAD = ROWS / 100;
const SECTION = 'business_identity_verification';
const RED = '\u001b[31m';

interface Line {
  readonly row: number;
  readonly accepted: boolean;
  readonly record_id?: string | null;
  readonly errors?: readonly { readonly code: string; readonly path: string }[];
}

/** The command line in a real terminal: the first night of an integrator. */
export function terminalSuite(exchange: () => Exchange): void {
  describe('the command line in a terminal', () => {
    let folder: string;
    let file: string;
    let results: string;
    let mapping: readonly string[];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ndx-terminal-'));
      file = join(folder, 'businesses.csv');
      await writeFile(file, csv());
      results = join(folder, 'results.ndjson');
      const map = join(folder, 'mapping.json');
      await writeFile(map, JSON.stringify(MAPPING));
      mapping = ['--product', 'kyb_certificate', '--map', map];
    });

    afterAll(() => rm(folder, { recursive: true }));

    const start = (...args: readonly string[]) =>
      new TerminalRun(args, { XDG_CONFIG_HOME: folder, NDX_NETWORK: DEMO_NETWORK.id });

    const ndx = (...args: readonly string[]): Promise<Ended> => start(...args).ended;

    async function login({ account }: typeof FIRST_BANK): Promise<void> {
      const { tokenUrl } = exchange().network.addresses;
      const { status, shown } = await ndx(
        ...['login', account, '--url', exchange().url, '--token-url', tokenUrl],
      );
      expect({ status, shown }).toMatchObject({
        status: 0,
        shown: expect.stringContaining('Logged in'),
      });
    }

    test('the passphrase of an encrypted key is asked for, and not shown', async () => {
      const key = await encryptedKey(folder, 'of-the-nightly-job');
      const { issuer } = exchange().network.identityProvider;
      const loginWith = async (typed: string): Promise<Ended> => {
        const options = ['--issuer', issuer, '--client-id', PROGRAM_CLIENT_ID, '--key', key];
        const run = start('login', '--url', exchange().url, ...options);
        await eventually(() => expect(run.shown).toContain(`Passphrase of ${key}: `));
        run.type(typed);
        return run.ended;
      };
      const refused = (text: string) => ({ status: 3, shown: expect.stringContaining(text) });
      const wrong = await loginWith('guessed\r');
      expect(wrong).toEqual(refused('cannot be decrypted with this passphrase'));
      expect(wrong.shown).not.toContain('guessed');
      for (const nothing of ['\r', '\u0003', '\u0004']) {
        expect(await loginWith(nothing)).toEqual(refused('is encrypted, and needs its passphrase'));
      }
      // The provider gets a request, and issues no token to the client.
      const right = await loginWith('of-the-nightly-job\r');
      expect(right).toEqual(refused('Register the public key'));
      expect(right.shown).not.toContain('of-the-nightly-job');
    });

    /** Accepted records of all submissions of the institution. */
    async function storedRecords(): Promise<number> {
      const client = createNdxClient({
        baseUrl: exchange().url,
        token: () => exchange().tokenOf(FIRST_BANK),
      });
      let stored = 0;
      for await (const { accepted_count } of eachItem(client.listSubmissions, { query: {} })) {
        stored += accepted_count;
      }
      return stored;
    }

    test('an error is red, and shows the next step', async () => {
      const { status, shown } = await ndx('whoami');
      expect(status).toBe(3);
      expect(shown).toContain(`${RED}error:`);
      expect(shown).toContain('Run: ndx login');
    });

    describe('with a browser', () => {
      let browser: Browser;

      beforeAll(async () => {
        browser = await launchBrowser();
      });

      afterAll(() => browser.close());

      /** Starts a sign-in, and returns the run and the address that it shows. */
      async function signIn(...options: readonly string[]) {
        const { issuer } = exchange().network.identityProvider;
        const provider = ['--issuer', issuer, '--client-id', 'ndx'];
        const run = start('login', '--url', exchange().url, ...provider, ...options);
        const address = await eventually(() => {
          const [shown] = /http:\S+/.exec(run.shown) ?? [];
          if (shown === undefined) throw new Error(`no address in ${run.shown}`);
          return shown;
        });
        const page = await browser.newPage();
        await page.goto(address);
        return { run, page };
      }

      async function expectLoggedIn(run: TerminalRun): Promise<void> {
        expect(await run.ended).toMatchObject({
          status: 0,
          shown: expect.stringContaining('Logged in'),
        });
        const { status, shown } = await ndx('whoami');
        expect(status).toBe(0);
        expect(shown).toMatch(/roles +querier/);
        expect(shown).toMatch(new RegExp(`institution +${QUERYING_BANK.name}`));
        expect(shown).toMatch(/account +[0-9a-f-]{36}/);
      }

      test('a login returns from the sign-in page to the terminal', async () => {
        const { run, page } = await signIn();
        await page.locator(`button[value="${QUERYING_BANK.account}"]`).click();
        await page.getByText('You are logged in.').waitFor();
        await expectLoggedIn(run);
      });

      test('a login with a device code asks for the code, and then for the account', async () => {
        const { run, page } = await signIn('--device');
        const [, code = ''] = /confirm the code (\S+)/.exec(run.shown) ?? [];
        await page.getByText(code).waitFor();
        await requireAccessible(page);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.locator(`button[value="${QUERYING_BANK.account}"]`).click();
        await page.getByText('Return to the terminal.').waitFor();
        await expectLoggedIn(run);
      });
    });

    test(`a dry run of ${ROWS} rows shows the rejected ones, and stores none`, async () => {
      await login(FIRST_BANK);
      const before = await storedRecords();
      const { status, shown } = await ndx('furnish', file, ...mapping, '--dry-run');
      expect(status).toBe(7);
      expect(shown).toContain(`${ROWS}/${ROWS} rows`);
      expect(shown).toMatch(/\d rows\/s {2}0 s left/);
      expect(shown).toMatch(new RegExp(`${BAD} +52 +Jurisdiction +identity_rejected`));
      expect(shown).toMatch(/52 +Jurisdiction +nowhere +identity_rejected/);
      expect(shown).toMatch(new RegExp(`businesses +${ROWS - BAD} new\\r\\n`));
      const lines = linesOf(`${file}.dry-run.ndjson`);
      requireVerdicts(lines);
      expect(lines.filter(({ record_id }) => typeof record_id === 'string')).toEqual([]);
      expect(await storedRecords()).toBe(before);
    });

    test(`a furnish of ${ROWS} rows that is killed continues, and stores no row twice`, async () => {
      const before = await storedRecords();
      const command = ['furnish', file, ...mapping, '--results', results];
      const killed = start(...command);
      await eventually(() => {
        const lines = linesOf(results);
        expect(lines.length).toBeGreaterThan(ROWS / 20);
      });
      killed.kill();
      await killed.ended;
      expect(linesOf(results).length).toBeLessThan(ROWS);

      const { status, shown } = await ndx(...command);
      expect(status).toBe(7);
      expect(shown).toMatch(new RegExp(`rejected +${BAD}\\r\\n`));
      expect(shown).toMatch(/continued_after +[1-9]\d*00\r\n/);
      const lines = linesOf(results);
      requireVerdicts(lines);
      expect(new Set(lines.flatMap(({ record_id }) => record_id ?? [])).size).toBe(ROWS - BAD);
      expect(await storedRecords()).toBe(before + ROWS - BAD);
    });

    test('a dry run of furnished businesses counts them as known, also under another name', async () => {
      const [header = '', first = '', second = ''] = csv().split('\n');
      const known = join(folder, 'known.csv');
      const renamed = second.replace('Terminal, 1', 'Renamed, 1');
      const unknown = first.replace('TERM0', 'TERMNEW');
      await writeFile(known, [header, first, renamed, unknown].join('\n'));
      const { status, shown } = await ndx('furnish', known, ...mapping, '--dry-run');
      expect(status).toBe(0);
      expect(shown).toMatch(/businesses +1 new, 1 known, 1 known under another name\r\n/);
    });
  });
}

/** The results of every row, in order: one in a hundred is rejected, with its reason. */
function requireVerdicts(lines: readonly Line[]): void {
  expect(lines.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, row) => row + 1));
  const rejected = lines.filter(({ accepted }) => !accepted);
  expect(rejected.map(({ row }) => row)).toEqual(
    Array.from({ length: BAD }, (_, bad) => bad * 100 + 51),
  );
  for (const { errors } of rejected) {
    expect(errors).toMatchObject([
      { code: 'identity_rejected', path: 'business_identity.business_jurisdiction_of_formation' },
    ]);
  }
}

function linesOf(path: string): readonly Line[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Line);
}

function csv(): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const jurisdiction = row % 100 === 50 ? 'nowhere' : 'US-VT';
    return `"Terminal, ${row} LLC",${jurisdiction},TERM${row},true,2026-01-15T09:30:00Z`;
  });
  return ['Name,Jurisdiction,Number,Assertion,Performed', ...rows].join('\n');
}

const MAPPING = {
  Name: 'business_identity.business_legal_name',
  Jurisdiction: 'business_identity.business_jurisdiction_of_formation',
  Number: 'business_identity.business_registration_identifier_from_jurisdiction_of_formation',
  Assertion: { path: `${SECTION}.assertions.${SECTION}_assertion`, type: 'boolean' },
  Performed: `${SECTION}.assertions.${SECTION}_performed_timestamp`,
};
