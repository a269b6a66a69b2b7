import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { FIRST_BANK } from '@ndx/tools/network/demo-network';
import { CommandLine, ended, type Ran } from '../harness/command-line.js';
import { encryptedKey } from '../harness/encrypted-key.js';
import type { Exchange } from '../harness/exchange.js';
import { LyingProxy } from '../harness/lying-proxy.js';

const ROWS = 2_000;
/** No request is repeated for long. */
const SOON = { NDX_RETRY_SECONDS: '1' };
const SECTION = 'business_identity_verification';
const ONE_LINE_AND_NEXT_STEP = /^error: [^\n]+\n[^\n]+\n$/;

/** Failures outside of the command line: each has one line, a next step and a status. */
export function commandLineFailuresSuite(exchange: () => Exchange): void {
  describe('a failure of ndx', () => {
    let commandLine: CommandLine;

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
      expect(await commandLine.login(FIRST_BANK)).toMatchObject({ status: 0 });
    });

    afterAll(() => commandLine.close());

    const whoami = (variables: Readonly<Record<string, string>>): Promise<Ran> =>
      ended(commandLine.start(['whoami'], variables));

    const expiredToken = () => {
      const { identityProvider } = exchange().network;
      const { subject, account } = FIRST_BANK;
      return identityProvider.mint({ sub: subject, org_id: account }, { expiresIn: -1 });
    };

    test.each([
      ['a server that does not listen', 10, () => ({ ...SOON, NDX_URL: 'http://127.0.0.1:1' })],
      ['a text that is not an address', 2, () => ({ NDX_URL: 'exchange' })],
      ['the address of a page', 10, () => ({ NDX_URL: `${exchange().url}/console` })],
      [
        'an expired token',
        3,
        async () => ({ NDX_TOKEN: await expiredToken(), NDX_URL: exchange().url }),
      ],
    ] as const)('%s is an error of class %i', async (_case, status, variables) => {
      expect(await whoami(await variables())).toEqual({
        status,
        stdout: '',
        stderr: expect.stringMatching(ONE_LINE_AND_NEXT_STEP),
      });
    });

    test.each([
      ['no passphrase', '', /^error: \S+ is encrypted, and needs its passphrase\n/],
      ['a wrong passphrase', 'guessed', /^error: \S+ cannot be decrypted with this passphrase\n/],
    ])('an encrypted key with %s is an error of class 3', async (_case, given, sentence) => {
      const key = await encryptedKey(commandLine.folder, 'of-the-nightly-job');
      const options = ['--issuer', exchange().url, '--client-id', 'robot', '--key', key];
      const run = commandLine.start(['login', ...options], { NDX_KEY_PASSPHRASE: given });
      const { status, stdout, stderr } = await ended(run);
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
      expect(stderr).toMatch(sentence);
      expect(stderr).toMatch(ONE_LINE_AND_NEXT_STEP);
    });

    test('a login at an address that is none is an error of class 2', async () => {
      for (const option of ['--url', '--token-url']) {
        const { status, stderr } = await commandLine.run('login', 'first-bank', option, 'exchange');
        expect({ status, stderr }).toEqual({
          status: 2,
          stderr: expect.stringMatching(ONE_LINE_AND_NEXT_STEP),
        });
      }
    });

    test.each([
      [
        'Ctrl-C during a furnish shows how to continue',
        async (child: ChildProcess) => child.kill('SIGINT'),
        { status: 130, stderr: /^\nThe run is incomplete\. Repeat the command to continue\.\n$/ },
      ],
      [
        'a server that ends during a furnish is an error of class 10',
        (_child: ChildProcess, proxy: LyingProxy) => proxy.stop(),
        {
          status: 10,
          stderr:
            /^The run is incomplete\. Repeat the command to continue\.\nerror: .+ECONNREFUSED.+\n.+\n$/,
        },
      ],
    ])('%s, and no row is lost', async (name, interrupt, { status, stderr }) => {
      const proxy = await LyingProxy.start(exchange().url, []);
      const file = join(commandLine.folder, `${status}.csv`);
      await writeFile(file, csv(name.replaceAll(/\W/g, '')));
      const command = ['furnish', file, '--product', 'kyb_certificate', '--concurrency', '1'];
      const child = commandLine.start(command, { ...SOON, NDX_URL: proxy.url });
      const run = ended(child);
      const results = `${file}.results.ndjson`;
      await eventually(() =>
        expect(existsSync(results) && readFileSync(results)).not.toHaveLength(0),
      );
      await interrupt(child, proxy);
      expect(await run).toEqual({ status, stdout: '', stderr: expect.stringMatching(stderr) });
      if (status === 130) await proxy.stop();

      const again = await commandLine.run(...command, '--json');
      const summary = JSON.parse(again.stdout) as { readonly continued_after: number };
      expect([again.status, summary]).toMatchObject([0, { rows: ROWS, accepted: ROWS }]);
      expect(summary.continued_after).toBeGreaterThan(0);
    });

    test('a server that restarts during a furnish is waited for', async () => {
      const proxy = await LyingProxy.start(exchange().url, []);
      const file = join(commandLine.folder, 'restart.csv');
      await writeFile(file, csv('restart'));
      const command = ['furnish', file, '--product', 'kyb_certificate', '--json'];
      const child = commandLine.start(command, { NDX_URL: proxy.url });
      let shown = '';
      child.stderr.on('data', (chunk: Buffer) => (shown += chunk.toString()));
      const run = ended(child);
      await eventually(() => expect(existsSync(`${file}.results.ndjson`)).toBe(true));
      await proxy.stop();
      await eventually(() => expect(shown).toMatch(/no response \(.+\); next attempt in \d+ s\n/));
      const again = await LyingProxy.start(exchange().url, [], Number(new URL(proxy.url).port));
      const { status, stdout } = await run;
      await again.stop();
      expect([status, JSON.parse(stdout)]).toMatchObject([0, { rows: ROWS, accepted: ROWS }]);
    });
  });
}

/** Without a mapping, the columns are the paths of the record. */
function csv(name: string): string {
  const identity = 'business_identity.business';
  const columns = [
    `${identity}_legal_name`,
    `${identity}_jurisdiction_of_formation`,
    `${identity}_registration_identifier_from_jurisdiction_of_formation`,
    `${SECTION}.assertions.${SECTION}_performed_timestamp`,
    `${SECTION}.data.business_entity_type`,
  ];
  const rows = Array.from({ length: ROWS }, (_, row) =>
    [`Failure ${row} LLC`, 'US-VT', `${name}${row}`, '2026-01-15T09:30:00Z', 'corporation'].join(
      ',',
    ),
  );
  return [columns.join(','), ...rows].join('\n');
}
