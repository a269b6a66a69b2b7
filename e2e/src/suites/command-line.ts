import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNdxClient, eachItem } from '@ndx/client';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

const NDX = join(projectRoot(), 'clients', 'cli', 'bin', 'ndx.js');
const ROWS = 1_000;
const BAD_EVERY = 100;

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run of the furnish command reports. */
interface Summary {
  readonly rows: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly continued_after: number;
}

/** The command line, as an integrator runs it. */
export function commandLineSuite(exchange: () => Exchange): void {
  describe('the command line ndx', () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ndx-'));
    });

    afterAll(() => rm(folder, { recursive: true }));

    function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
      return spawn(process.execPath, [NDX, ...args], {
        env: { ...process.env, XDG_CONFIG_HOME: folder, NDX_NETWORK: DEMO_NETWORK.id },
      });
    }

    async function ndx(...args: readonly string[]): Promise<Ran> {
      const child = start(...args);
      const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, stdout: await stdout, stderr: await stderr };
    }

    const login = ({ account }: typeof FIRST_BANK) => {
      const { tokenUrl } = exchange().network.addresses;
      return ndx('login', account, '--url', exchange().url, '--token-url', tokenUrl);
    };

    /** A CSV file with a bad row in a hundred, and its mapping. */
    async function csvFile(): Promise<readonly [file: string, mapping: string]> {
      const rows = Array.from({ length: ROWS }, (_, row) => {
        const jurisdiction = row % BAD_EVERY === 50 ? 'nowhere' : 'US-VT';
        return `"Command, Line ${row} LLC",${jurisdiction},CLI${row},true,2026-01-15T09:30:00Z`;
      });
      const file = join(folder, 'rows.csv');
      await writeFile(file, ['Name,Jurisdiction,Number,Assertion,Performed', ...rows].join('\n'));
      const mapping = join(folder, 'mapping.json');
      await writeFile(mapping, JSON.stringify(MAPPING));
      return [file, mapping];
    }

    test('an account that does not exist, and a command without a login, are errors of class 3', async () => {
      expect(await ndx('whoami')).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('Run: ndx login'),
      });
      const nobody = await login({ ...FIRST_BANK, account: 'nobody' });
      expect(nobody).toMatchObject({ status: 3, stderr: expect.stringContaining('first-bank') });
    });

    test('a furnish that is killed continues, and stores no row twice', async () => {
      expect(await login(FIRST_BANK)).toMatchObject({ status: 0 });
      const [file, mapping] = await csvFile();
      const results = join(folder, 'results.ndjson');
      const command = ['furnish', file, '--product', 'kyb_certificate', '--map', mapping];
      const options = ['--results', results, '--concurrency', '1', '--json'];

      const killed = start(...command, ...options);
      await eventually(() => expect(existsSync(results) && linesOf(results)).not.toHaveLength(0));
      killed.kill('SIGKILL');
      await once(killed, 'close');
      expect(linesOf(results).length).toBeLessThan(ROWS);

      const { status, stdout } = await ndx(...command, ...options);
      const summary = JSON.parse(stdout) as Summary;
      expect(status).toBe(7);
      expect(summary).toMatchObject({ rows: ROWS, rejected: ROWS / BAD_EVERY });
      expect(summary.continued_after).toBeGreaterThan(0);
      const lines = linesOf(results);
      expect(lines.map(({ row }) => row)).toEqual(Array.from(lines, (_, index) => index + 1));
      expect(await storedRecords()).toBe(ROWS - ROWS / BAD_EVERY);
    });

    /** Accepted records of the submissions of this suite, which alone have 100 records each. */
    async function storedRecords(): Promise<number> {
      const client = createNdxClient({
        baseUrl: exchange().url,
        token: () => exchange().tokenOf(FIRST_BANK),
      });
      let stored = 0;
      for await (const submission of eachItem(client.listSubmissions, { query: {} })) {
        if (submission.record_count === 100) stored += submission.accepted_count;
      }
      return stored;
    }

    test('a consent is recorded, queried and revoked; a query after it is an error of class 4', async () => {
      expect(await login(QUERYING_BANK)).toMatchObject({ status: 0 });
      const recorded = await ndx('consent', 'record', JSON.stringify(IDENTITY), '--json');
      const { consent_id } = JSON.parse(recorded.stdout) as { readonly consent_id: string };
      await eventually(async () => {
        const { stdout } = await ndx('query', '--consent', consent_id);
        expect(JSON.parse(stdout)).toMatchObject({ query_event_id: expect.any(String) });
      });
      const { stdout: certificate } = await ndx('query', '--consent', consent_id);
      const { query_event_id } = JSON.parse(certificate) as { readonly query_event_id: string };
      const why = await ndx('why', query_event_id);
      expect(why.stdout).toMatch(/^kyb_certificate issued [^]*business_entity_type/);
      const revoked = await ndx('consent', 'revoke', consent_id, '--json');
      expect(JSON.parse(revoked.stdout)).toMatchObject({ status: 'revoked' });
      const refused = await ndx('query', '--consent', consent_id);
      expect(refused).toMatchObject({
        status: 4,
        stdout: '',
        stderr: expect.stringMatching(/PERMISSION_DENIED.*\n.*consent/),
      });
    });

    test('a mistake is one line and status 2; an unknown id is class 5', async () => {
      expect(await ndx('qeury')).toMatchObject({ status: 2, stdout: '' });
      expect(await ndx('query')).toMatchObject({ status: 2, stdout: '' });
      expect(await ndx('consent', 'show', DEMO_NETWORK.id)).toMatchObject({ status: 5 });
    });
  });
}

function linesOf(file: string): readonly { readonly row: number; readonly accepted: boolean }[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { row: number; accepted: boolean });
}

const SECTION = 'business_identity_verification';

const MAPPING = {
  Name: 'business_identity.business_legal_name',
  Jurisdiction: 'business_identity.business_jurisdiction_of_formation',
  Number: 'business_identity.business_registration_identifier_from_jurisdiction_of_formation',
  Assertion: { path: `${SECTION}.assertions.${SECTION}_assertion`, type: 'boolean' },
  Performed: `${SECTION}.assertions.${SECTION}_performed_timestamp`,
};

const IDENTITY = {
  business_legal_name: 'Command, Line 1 LLC',
  business_jurisdiction_of_formation: 'US-VT',
  business_registration_identifier_from_jurisdiction_of_formation: 'CLI1',
};
