import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { CommandLine, ended } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';

/** The command line, as an integrator runs it. */
export function commandLineSuite(exchange: () => Exchange): void {
  describe('the command line ndx', () => {
    let commandLine: CommandLine;

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
    });

    afterAll(() => commandLine.close());

    const ndx = (...args: readonly string[]) => commandLine.run(...args);
    const login = (institution: typeof FIRST_BANK) => commandLine.login(institution);

    test('an account that does not exist, and a command without a login, are errors of class 3', async () => {
      expect(await ndx('whoami')).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('Run: ndx login'),
      });
      const nobody = await login({ ...FIRST_BANK, account: 'nobody' });
      expect(nobody).toMatchObject({ status: 3, stderr: expect.stringContaining('first-bank') });
    });

    test('a profile is a session of its own, with the environment of its gateway', async () => {
      expect(await login(FIRST_BANK)).toMatchObject({ status: 0 });
      const { tokenUrl } = exchange().network.addresses;
      const other = ['--profile', 'other-bank'];
      expect(await ndx(...other, 'whoami')).toMatchObject({ status: 3 });
      const addresses = ['--url', exchange().url, '--token-url', tokenUrl];
      const { stdout } = await ndx(...other, 'login', QUERYING_BANK.account, ...addresses);
      expect(stdout).toContain(`Logged in to ${exchange().url}, sandbox. `);

      const institution = async (...args: readonly string[]) =>
        ((await commandLine.json(...args, 'whoami')) as { entity_id: string }).entity_id;
      expect(await institution()).toBe(FIRST_BANK.entityId);
      expect(await institution(...other)).toBe(QUERYING_BANK.entityId);
      const listed = { url: exchange().url, environment: 'sandbox' };
      expect(await commandLine.json(...other, 'profiles')).toMatchObject([
        { name: 'default', is_current: false, ...listed },
        { name: 'other-bank', is_current: true, ...listed },
      ]);
      expect(await ndx(...other, 'logout')).toMatchObject({ status: 0 });
      expect(await ndx(...other, 'whoami')).toMatchObject({ status: 3 });
      expect(await institution()).toBe(FIRST_BANK.entityId);
      expect(await ndx('--profile', '../session', 'whoami')).toMatchObject({ status: 2 });
    });

    test.each([
      ['--product', 'kyb_certificate', /must be an object/],
      // A request without a body lacks the first required field.
      ['--template', 'annual_personal_income', /must be an object|date_of_birth: is required/],
    ])('a line that is not an object is a rejected row of %s %s', async (option, slug, detail) => {
      expect(await login(FIRST_BANK)).toMatchObject({ status: 0 });
      const file = join(commandLine.folder, `${slug}.ndjson`);
      await writeFile(file, 'null\n7\n["a"]\n');
      const { status, stdout } = await ndx('furnish', file, option, slug, '--dry-run', '--json');
      expect(status).toBe(7);
      expect(JSON.parse(stdout)).toMatchObject({ rows: 3, accepted: 0, rejected: 3 });
      const reason = { errors: [{ detail: expect.stringMatching(detail) }] };
      expect(linesOf(`${file}.dry-run.ndjson`)).toMatchObject([reason, reason, reason]);
    });

    test('standard input is furnished; its rejected rows are furnished after correction', async () => {
      expect(await login(FIRST_BANK)).toMatchObject({ status: 0 });
      const results = join(commandLine.folder, 'stdin.ndjson');
      const rejected = join(commandLine.folder, 'rejected.csv');
      const command = ['--product', 'kyb_certificate', '--json'];
      const child = commandLine.start([
        ...['furnish', '-', ...command],
        ...['--results', results, '--rejected', rejected],
      ]);
      const run = ended(child);
      child.stdin.end(businesses('US-VT', 'nowhere'));
      const { status, stdout } = await run;
      expect([status, JSON.parse(stdout)]).toMatchObject([
        7,
        { accepted: 1, rejected: 1, errors: [{ code: 'identity_rejected', rows: 1 }] },
      ]);
      const rows = readFileSync(rejected, 'utf8');
      expect(rows).toBe(businesses('nowhere'));
      await writeFile(rejected, rows.replaceAll('nowhere', 'US-NH'));
      const again = await ndx('furnish', rejected, ...command);
      expect(JSON.parse(again.stdout)).toMatchObject({ accepted: 1, rejected: 0 });
    });

    /** The id of a query of a business that has no other records. */
    async function issuedQuery(): Promise<string> {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      const { headers } = await queryUntil(exchange(), { consent_id }, isIssued);
      return String(headers.get('x-ref-id'));
    }

    test('a consent is recorded, queried and revoked; a query after it is an error of class 4', async () => {
      expect(await login(QUERYING_BANK)).toMatchObject({ status: 0 });
      const business = new TestBusiness(exchange());
      await business.furnish();
      const recorded = await ndx('consent', 'record', JSON.stringify(business.identity), '--json');
      const { consent_id } = JSON.parse(recorded.stdout) as { readonly consent_id: string };
      await eventually(async () => {
        const { stdout } = await ndx('query', '--consent', consent_id, '--json');
        expect(JSON.parse(stdout)).toMatchObject({ query_event_id: expect.any(String) });
      });
      const { stdout: certificate } = await ndx('query', '--consent', consent_id, '--json');
      const { query_event_id } = JSON.parse(certificate) as { readonly query_event_id: string };
      const why = await ndx('why', query_event_id);
      expect(why.stdout).toMatch(
        /^kyb_certificate issued [^]*\nA result was issued\.[^]*business_entity_type/,
      );
      const evidence = await ndx('evidence', query_event_id);
      expect(evidence.stdout).toMatch(
        /^query +kyb_certificate issued [^]*\ndecision +recorded\n[^]*\nRECORD +MODEL [^]*business_identity_verification/,
      );
      expect(await ndx('replay', query_event_id)).toMatchObject({ status: 4 });
      const check = await ndx('check', '--consent', consent_id);
      expect(check.stdout).toMatch(
        /^A query would issue a certificate\.[^]*\nA result would be issued\.[^]*business_entity_type/,
      );
      const revoked = await ndx('consent', 'revoke', consent_id, '--json');
      expect(JSON.parse(revoked.stdout)).toMatchObject({ status: 'revoked' });
      const refused = await ndx('query', '--consent', consent_id);
      expect(refused).toMatchObject({
        status: 4,
        stdout: '',
        stderr: expect.stringMatching(/PERMISSION_DENIED.*\n.*consent/),
      });
    });

    test('the clock of the sandbox moves forward and is reset', async () => {
      const clock = async (...args: readonly string[]) => {
        const { stdout } = await ndx('sandbox', 'clock', ...args, '--json');
        return (JSON.parse(stdout) as { readonly offset_seconds: number }).offset_seconds;
      };
      expect(await login(QUERYING_BANK)).toMatchObject({ status: 0 });
      try {
        expect(await clock('set', '+2d')).toBe(172_800);
        expect(await clock('get')).toBe(172_800);
        expect(await ndx('sandbox', 'clock', 'set', '2020-01-01')).toMatchObject({
          status: 7,
          stderr: expect.stringContaining('ndx sandbox clock reset'),
        });
      } finally {
        expect(await clock('reset')).toBe(0);
      }
    });

    test('NDX_SANDBOX_RUN selects the clock of a test run', async () => {
      const clockIn = async (run: Readonly<Record<string, string>>, ...args: readonly string[]) => {
        const { stdout } = await ended(
          commandLine.start(['sandbox', 'clock', ...args, '--json'], run),
        );
        return (JSON.parse(stdout) as { readonly offset_seconds: number }).offset_seconds;
      };
      const run = { NDX_SANDBOX_RUN: 'ci-1742' };
      expect(await login(QUERYING_BANK)).toMatchObject({ status: 0 });
      expect(await clockIn(run, 'set', '+2d')).toBe(172_800);
      expect(await clockIn({}, 'get')).toBe(0);
      expect(await clockIn({ NDX_SANDBOX_RUN: 'ci-1743' }, 'get')).toBe(0);
      expect(await clockIn(run, 'reset')).toBe(0);
    });

    test('a governor replays a query, and simulates it under a policy', async () => {
      const query_event_id = await issuedQuery();
      expect(await login(OPERATOR)).toMatchObject({ status: 0 });
      expect(await ndx('replay', query_event_id)).toEqual({
        status: 0,
        stdout:
          'identical: The answer assembled again is equal to the stored one, byte for byte.\n',
        stderr: '',
      });
      const draft = JSON.stringify({
        model_selections: [{ model_name: IDENTITY, max_age_days: 0 }],
      });
      const simulated = await ndx('replay', query_event_id, '--selections', draft);
      expect(simulated.stdout).toMatch(/\nrecorded +issued\n[^]*chosen +too_old/);
      const json = await ndx('replay', query_event_id, '--selections', draft, '--json');
      expect(JSON.parse(json.stdout)).toMatchObject({ query_event_id, code: 'simulated' });
      const policy = ['--policy', DEMO_NETWORK.id];
      const wrong = [
        [...policy, '--selections', draft],
        ['--policy-version', '1'],
        ['--selections', 'no JSON'],
        policy,
      ];
      const ran = await Promise.all(
        wrong.map((options) => ndx('replay', query_event_id, ...options)),
      );
      expect(ran.map(({ status }) => status)).toEqual([2, 2, 7, 5]);
    });

    test('a mistake is one line and status 2; an unknown id is class 5', async () => {
      expect(
        await Promise.all([ndx('qeury'), ndx('query'), ndx('consent', 'show', DEMO_NETWORK.id)]),
      ).toMatchObject([{ status: 2, stdout: '' }, { status: 2, stdout: '' }, { status: 5 }]);
    });
  });
}

/** A business for each jurisdiction, as CSV. */
function businesses(...jurisdictions: readonly string[]): string {
  const identity = 'business_identity.business';
  const columns = [
    `${identity}_legal_name`,
    `${identity}_jurisdiction_of_formation`,
    `${identity}_registration_identifier_from_jurisdiction_of_formation`,
    `${IDENTITY}.data.business_entity_type`,
    `${IDENTITY}.assertions.${IDENTITY}_performed_timestamp`,
  ];
  const rows = jurisdictions.map(
    (jurisdiction) =>
      `Piped ${jurisdiction},${jurisdiction},PIPE${jurisdiction},corporation,2026-01-15T09:30:00Z`,
  );
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

function linesOf(file: string): readonly { readonly row: number; readonly accepted: boolean }[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { row: number; accepted: boolean });
}
