import { existsSync, readdirSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import { CommandLine, ended } from '../harness/command-line.js';
import { CountingProxy } from '../harness/counting-proxy.js';
import type { Exchange } from '../harness/exchange.js';

const QUERIES = 10;
/** Requests that are answered before an export is killed. */
const ANSWERED = 3;

/** The export of a period for an examiner. */
export function commandLinePeriodSuite(exchange: () => Exchange): void {
  describe('ndx evidence --for', () => {
    let commandLine: CommandLine;
    let folder: string;
    let period: string;
    let references: readonly string[];

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
      expect(await commandLine.login(QUERYING_BANK)).toMatchObject({ status: 0 });
      folder = join(commandLine.folder, 'period');
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      await queryUntil(exchange(), { consent_id }, isIssued);
      const from = Date.now() + 1;
      const asked: string[] = [];
      while (asked.length < QUERIES) {
        const body = { network_ids: [DEMO_NETWORK.id], consent_id };
        const { status, headers } = await exchange().as(QUERYING_BANK).post(QUERY, body);
        expect(status).toBe(200);
        asked.push(String(headers.get('x-ref-id')));
      }
      references = asked;
      period = `${new Date(from).toISOString()}/${new Date().toISOString()}`;
    });

    afterAll(() => commandLine.close());

    const exporting = (out = folder) => ['evidence', '--for', period, '--out', out, '--json'];
    const filesIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.zip'));

    async function exported(out = folder) {
      const { status, stdout, stderr } = await commandLine.run(...exporting(out));
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout) as object;
    }

    /** The verdict, and each fault as its file, code and member. */
    async function verdict(path = folder, ...options: readonly string[]) {
      const { status, stdout } = await commandLine.run('verify', path, '--json', ...options);
      const { findings, ...verified } = JSON.parse(stdout) as {
        readonly findings?: readonly { file: string; code: string; member: string | null }[];
      };
      return { status, ...verified, found: findings?.map((each) => Object.values(each)) };
    }

    /** A copy of the export. */
    async function copy(name: string): Promise<string> {
      const path = join(commandLine.folder, name);
      await cp(folder, path, { recursive: true });
      return path;
    }

    test('is refused while a query of the period can still be in progress', async () => {
      const end = new Date(Date.now() + 60_000).toISOString();
      const started = period.split('/')[0] ?? '';
      const ran = await commandLine.run('evidence', '--for', `${started}/${end}`, '--out', folder);
      expect(ran).toMatchObject({ status: 7, stderr: expect.stringMatching(/must have ended/) });
    });

    test('continues after a kill without requesting a file again, and is verified', async () => {
      const held = await CountingProxy.start(exchange().url, ANSWERED);
      await eventually(
        async () => {
          const child = commandLine.start(exporting(), { NDX_URL: held.url });
          const run = ended(child);
          try {
            await Promise.race([
              eventually(() => expect(filesIn(folder)).toHaveLength(ANSWERED)),
              // The period is refused for 10 seconds.
              run.then(({ stderr }) => Promise.reject(new Error(stderr))),
            ]);
          } finally {
            child.kill('SIGKILL');
            await run;
          }
        },
        { timeoutMs: 60_000 },
      );
      await held.stop();
      expect((await verdict()).found).toHaveLength(QUERIES - ANSWERED);
      const proxy = await CountingProxy.start(exchange().url);
      const { stdout } = await ended(commandLine.start(exporting(), { NDX_URL: proxy.url }));
      await proxy.stop();
      expect(JSON.parse(stdout)).toMatchObject({
        ...{ events: QUERIES, files: QUERIES, continued_after: ANSWERED, missing: 0 },
      });
      expect(proxy.counted).toBe(QUERIES - ANSWERED);
      expect(filesIn(folder)).toEqual(references.map((id) => `${id}.zip`).sort());
      expect(await verdict()).toMatchObject({
        ...{ status: 0, verdict: 'verified', reader: 'querier', events: QUERIES, files: QUERIES },
        reader_entity_id: QUERYING_BANK.entityId,
      });
    });

    test('names a removed, a changed, an exchanged and an additional file, and repairs them', async () => {
      const path = await copy('damaged');
      const [removed = '', changed = '', exchanged = '', other = ''] = filesIn(path);
      await rm(join(path, removed));
      const bytes = await readFile(join(path, changed));
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      await writeFile(join(path, changed), bytes);
      await cp(join(path, other), join(path, exchanged));
      await writeFile(join(path, 'notes.txt'), '');
      expect(await verdict(path)).toEqual({
        ...{ status: 11, verdict: 'rejected' },
        found: [
          [removed, 'file_missing', null],
          [changed, 'zip_form', expect.any(String)],
          [exchanged, 'other_event', 'manifest.json'],
          ['notes.txt', 'file_unexpected', null],
        ],
      });
      await rm(join(path, 'notes.txt'));
      expect(await exported(path)).toMatchObject({ continued_after: QUERIES - 3 });
      expect(await verdict(path)).toMatchObject({ status: 0 });
    });

    test('names a changed index, one without an event, and one without a page', async () => {
      const path = await copy('changed-index');
      const index = join(path, 'index.ndjson');
      const text = await readFile(index, 'utf8');
      const lines = text.trimEnd().split('\n');
      const page = JSON.parse(lines[0] ?? '') as { events: object[] };
      const shorter = JSON.stringify({ ...page, events: page.events.slice(1) });
      const changes = [
        [text.replace(/"event_sha256":"./, '"event_sha256":"x'), 'page_invalid'],
        [text.replace('"kind":"querier"', '"kind":"governor"'), 'signature_invalid'],
        [[shorter, ...lines.slice(1)].join('\n'), 'signature_invalid'],
        [lines.slice(0, -1).join('\n'), 'page_missing'],
        [lines.slice(1).join('\n'), 'page_missing'],
      ] as const;
      for (const [changed, code] of changes) {
        await writeFile(index, changed);
        expect(await verdict(path)).toMatchObject({
          ...{ status: 11, found: [['index.ndjson', code, expect.stringMatching(/^page 1$/)]] },
        });
      }
      expect(await exported(path)).toMatchObject({ continued_after: QUERIES });
      expect(await verdict(path)).toMatchObject({ status: 0 });
      await rm(index);
      const found = [['index.ndjson', 'file_missing', null]];
      expect(await verdict(path)).toMatchObject({ status: 11, found });
    });

    test('is verified with a saved copy of the keys, and not with other keys', async () => {
      const keys = join(commandLine.folder, 'keys.json');
      const { body } = await exchange().as(QUERYING_BANK).get('/.well-known/ndx-keys');
      await writeFile(keys, JSON.stringify(body));
      expect(await verdict(folder, '--keys', keys)).toMatchObject({ status: 0 });
      await writeFile(keys, '{"keys": []}');
      expect(await verdict(folder, '--keys', keys)).toMatchObject({
        ...{ status: 11, found: [['index.ndjson', 'key_unknown', 'page 1']] },
      });
    });

    test('exports every query of the network for a governor, not over the export of another reader', async () => {
      expect(await commandLine.login(OPERATOR)).toMatchObject({ status: 0 });
      const out = join(commandLine.folder, 'governor');
      expect(await exported(out)).toMatchObject({ events: QUERIES, files: QUERIES });
      expect(await verdict(out)).toMatchObject({ status: 0, reader: 'governor', events: QUERIES });
      const again = await commandLine.run(...exporting());
      expect(again).toMatchObject({ status: 6, stderr: expect.stringMatching(/another export/) });
      expect(await commandLine.login(FIRST_BANK)).toMatchObject({ status: 0 });
      expect(await commandLine.run(...exporting(`${out}-2`))).toMatchObject({ status: 4 });
      expect(existsSync(`${out}-2`)).toBe(false);
      expect(await commandLine.login(QUERYING_BANK)).toMatchObject({ status: 0 });
    });

    test('exports the uses of its records for a furnisher', async () => {
      expect(await commandLine.login(FIRST_BANK)).toMatchObject({ status: 0 });
      const out = join(commandLine.folder, 'furnisher');
      const ran = await commandLine.run(...exporting(out), '--record-uses');
      expect(ran).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(ran.stdout)).toMatchObject({ events: QUERIES, files: QUERIES });
      expect(await verdict(out)).toMatchObject({
        ...{ status: 0, reader: 'furnisher', reader_entity_id: FIRST_BANK.entityId },
      });
      const file = join(out, 'one.zip');
      const one = ['evidence', references[0] ?? '', '--record-uses', '--file', file];
      expect(await commandLine.run(...one)).toMatchObject({ status: 0 });
      expect(await commandLine.run('verify', file)).toMatchObject({ status: 0 });
      expect(await commandLine.login(QUERYING_BANK)).toMatchObject({ status: 0 });
    });

    test.each([
      ['an unreadable period', 2, ['--for', 'march', '--out', 'x']],
      ['a period that ends before it starts', 2, ['--for', '2026-02-01/2026-01-01', '--out', 'x']],
      ['a period that has not come', 7, ['--for', '2099-01', '--out', 'x']],
      ['a period without a folder', 2, ['--for', '2026-01']],
      ['a folder without a period', 2, ['--out', 'x']],
      ['neither a query nor a period', 2, []],
      ['both', 2, [OPERATOR.entityId, '--for', '2026-01', '--out', 'x']],
    ])('%s is an error of class %i', async (_case, status, options) => {
      const ran = await commandLine.run('evidence', ...options);
      expect(ran).toEqual({
        status,
        stdout: '',
        stderr: expect.stringMatching(/^error: .+\n.+\n/),
      });
    });

    test('a folder with the export of another period is a conflict', async () => {
      const ran = await commandLine.run('evidence', '--for', '2026-01', '--out', folder);
      expect(ran).toMatchObject({ status: 6, stderr: expect.stringMatching(/another export/) });
    });
  });
}
