import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { aPolicy, IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { aBusinessOfTwo } from '../harness/business-of-two.js';
import { CorrectedBusiness } from '../harness/corrected-business.js';
import { CommandLine, ended, type Ran } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';

interface Receipt {
  readonly receipt_id: string;
}

/** The commands that list and change resources. */
export function commandLineCommandsSuite(exchange: () => Exchange): void {
  describe('a command of ndx', () => {
    let commandLine: CommandLine;

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
    });

    afterAll(() => commandLine.close());

    const ndx = (...args: readonly string[]): Promise<Ran> => commandLine.run(...args);

    const login = async (institution: DemoInstitution) => {
      expect(await commandLine.login(institution)).toMatchObject({ status: 0 });
    };

    /** The result of a command as JSON. */
    async function json(...args: readonly string[]): Promise<unknown> {
      const { status, stdout, stderr } = await ndx(...args, '--json');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout);
    }

    test('lists networks, institutions and products as tables and as JSON', async () => {
      await login(FIRST_BANK);
      const lists = [
        ['networks', /^ID +NAME +ROLES\n/, { name: DEMO_NETWORK.name, roles: ['furnisher'] }],
        ['institutions', /^ID +NAME +ROLES\n/, { name: SECOND_BANK.name, roles: ['furnisher'] }],
        ['products', /^SLUG +KIND +SUBJECT +ID\n/, { slug: 'kyc_certificate_bundle' }],
      ] as const;
      await Promise.all(
        lists.map(async ([command, heading, row]) => {
          const [shown, listed] = await Promise.all([ndx(command), json(command)]);
          expect(shown.stdout).toMatch(heading);
          expect(listed).toContainEqual(expect.objectContaining(row));
        }),
      );
    });

    test('attests to a product; an unknown product is an error of class 5', async () => {
      await login(FIRST_BANK);
      const signed = ['--name', 'Compliance office', '--title', 'Head of compliance'];
      expect(await json('attest', 'annual_personal_income', ...signed)).toMatchObject({
        status: 'active',
        signed_by_name: 'Compliance office',
      });
      expect(await ndx('attest', 'shoe_size', ...signed)).toMatchObject({ status: 5 });
    });

    test('withdraws a record; a foreign record is an error of class 5', async () => {
      const bank = exchange().as(FIRST_BANK);
      const { record_id } = await aBusinessOfTwo(bank, DEMO_NETWORK.id);
      await login(SECOND_BANK);
      expect(await ndx('withdraw', record_id, '--reason', 'outdated')).toMatchObject({ status: 5 });
      await login(FIRST_BANK);
      const withdrawn = { state: 'withdrawn', reason: 'outdated' };
      expect(await json('withdraw', record_id, '--reason', 'outdated')).toMatchObject(withdrawn);
      expect(await ndx('withdraw', record_id, '--reason', 'none')).toMatchObject({ status: 7 });
    });

    test('corrects the records that a column of a file names', async () => {
      const bank = exchange().as(FIRST_BANK);
      const business = new CorrectedBusiness(bank);
      const id = await business.furnish('first');
      const consent_id = await business.consent(exchange().as(QUERYING_BANK));
      const past = await queryUntil(exchange(), { consent_id }, isIssued);
      await login(FIRST_BANK);
      const row = {
        ID: id,
        ...named('business_identity', business.identity),
        ...named(`${IDENTITY}.assertions`, {
          [`${IDENTITY}_performed_timestamp`]: new Date().toISOString(),
        }),
      };
      const file = join(commandLine.folder, 'corrections.csv');
      await writeFile(file, `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`);
      const paths = Object.keys(row).map((name) => [name, name] as const);
      const mapping = { ...Object.fromEntries(paths), ID: 'corrects_record_id' };
      const furnish = ['furnish', file, '--product', 'kyb_certificate'];
      const mapped = ['--map', JSON.stringify(mapping)];
      expect(await json(...furnish, ...mapped)).toMatchObject({ accepted: 1 });
      expect(await bank.get(`/v1/records/${id}`)).toMatchObject({ body: { state: 'corrected' } });
      expect(await ndx(...furnish, ...mapped, '--dry-run')).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('record_ended'),
      });
      await login(QUERYING_BANK);
      expect(await ndx('why', String(past.headers.get('x-ref-id')))).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`record ${id} was corrected by `),
      });
    });

    test('disputes a record for its subject, and shows the decision of the furnisher', async () => {
      const bank = exchange().as(FIRST_BANK);
      const { record_id } = await aBusinessOfTwo(bank, DEMO_NETWORK.id);
      await login(QUERYING_BANK);
      const model = ['--model', 'business_identity_verification', '--for-subject'];
      const because = ['--reason', 'wrong_value', '--text', 'Dissolved'];
      const opened = await json('dispute', 'open', record_id, ...model, ...because);
      const { dispute_id } = opened as { dispute_id: string };
      await login(FIRST_BANK);
      expect(await json('dispute', 'acknowledge', dispute_id)).toMatchObject({
        state: 'acknowledged',
      });
      const upheld = ['--outcome', 'upheld', '--reason', 'verified', '--text', 'Checked'];
      expect(await json('dispute', 'decide', dispute_id, ...upheld)).toMatchObject({
        outcome: 'upheld',
      });
      await login(QUERYING_BANK);
      expect(await json('dispute', 'show', dispute_id)).toMatchObject({ state: 'decided' });
    });

    test('previews the separation of a business that is two, and confirms it', async () => {
      const bank = exchange().as(FIRST_BANK);
      const { subject_id, record_id } = await aBusinessOfTwo(bank, DEMO_NETWORK.id);
      await login(OPERATOR);
      const choice = ['separate', subject_id, '--record', record_id];
      const { stdout } = await ndx(...choice);
      expect(stdout).toMatch(/^PART +ID +INSTITUTION +LEGAL NAME +MOVES\n/);
      expect(stdout).toMatch(new RegExp(`\nrecord +${record_id} +\\S+ +Other Ltd +true\n`));
      const [, digest = ''] = /--confirm ([0-9a-f]+)/.exec(stdout) ?? [];
      const reason = ['--reason', 'Damaged registration number'];
      expect(await json(...choice, '--confirm', digest, ...reason)).toMatchObject({
        ...{ subject_id, record_ids: [record_id] },
      });
      expect(await ndx(...choice, '--confirm', digest, ...reason)).toMatchObject({ status: 6 });
    });

    test('shows a consent and its receipt', async () => {
      await login(QUERYING_BANK);
      const consent_id = await new TestBusiness(exchange()).consent();
      expect((await ndx('consent', 'show', consent_id)).stdout).toMatch(/\nstatus +active\n/);
      const { stdout } = await ndx('receipt', consent_id);
      const path = `/v1/consent/business/${consent_id}/receipt?network_id=${DEMO_NETWORK.id}`;
      const { body } = await exchange().as(QUERYING_BANK).get(path);
      expect(JSON.parse(stdout)).toMatchObject({ receipt_id: (body as Receipt).receipt_id });
    });

    test('lists, changes and publishes a policy; a version that has passed is an error of class 6', async () => {
      await login(OPERATOR);
      const id = await aPolicy(exchange(), {});
      expect(await json('policy', 'list')).toContainEqual(expect.objectContaining({ id }));
      const version = async () => {
        const { stdout } = await ndx('policy', 'get', id);
        return (JSON.parse(stdout) as { readonly version: number }).version;
      };
      const first = await version();
      const edit = ['policy', 'edit', id, '{"name":"edited"}', '--expected-version', String(first)];
      expect(await json(...edit)).toMatchObject({ id, name: 'edited' });
      expect(await version()).toBeGreaterThan(first);
      expect(await ndx(...edit)).toMatchObject({ status: 6, stdout: '' });
      expect(await json('policy', 'publish', id)).toMatchObject({ id, status: 'published' });
    });

    test('follows the query events until Ctrl-C', async () => {
      await login(QUERYING_BANK);
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      const tail = commandLine.start(['events', 'tail', '--json']);
      let shown = '';
      tail.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
      const run = ended(tail);
      await eventually(async () => {
        await queryUntil(exchange(), { consent_id }, isIssued);
        expect(shown).toContain(`"consent_id":"${consent_id}"`);
      });
      tail.kill('SIGINT');
      expect(await run).toMatchObject({ status: 0, stderr: '' });
      const { stdout } = await ndx('events', 'list', '--json');
      expect(stdout).toContain(`"consent_id":"${consent_id}"`);
    }, 60_000);

    test('ends without a message when the reader of a list closes', async () => {
      await login(QUERYING_BANK);
      const list = commandLine.start(['networks']);
      list.stdout.destroy();
      expect(await Promise.all([once(list, 'close'), text(list.stderr)])).toEqual([
        [141, null],
        '',
      ]);
    });

    test('ends the session', async () => {
      await login(FIRST_BANK);
      expect(await ndx('logout')).toMatchObject({ status: 0 });
      expect(await ndx('networks')).toMatchObject({ status: 3, stdout: '' });
    });
  });
}

/** The members as columns of a file, named by their paths. */
function named(path: string, members: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [`${path}.${name}`, value]),
  );
}
