import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { CommandLine } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import {
  anOwner,
  ASSETS,
  inNetwork,
  isAnswered,
  OWNS,
  readTemplates,
  templateNamed,
  TemplateSubject,
} from '../harness/template-subject.js';

const BUNDLE = templateNamed('kyc_certificate_bundle');
const REFERENCE = /^query event {1,2}([0-9a-f-]{36})\n/;

/** Queries of certificates, templates and bundles with `ndx query`. */
export function commandLineQueriesSuite(exchange: () => Exchange): void {
  describe('ndx query', () => {
    let commandLine: CommandLine;

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
      expect(await commandLine.login(QUERYING_BANK)).toMatchObject({ status: 0 });
    });

    afterAll(() => commandLine.close());

    const query = (...args: readonly string[]) => commandLine.run('query', ...args);

    test('shows each value of a template with its furnisher', async () => {
      const owner = await anOwner(exchange());
      const { body } = owner.queryRequest(ASSETS);
      const file = join(commandLine.folder, 'subject.json');
      await writeFile(file, JSON.stringify(body));
      const { status, stdout, stderr } = await query('--template', ASSETS.slug, file);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(REFERENCE);
      const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
      expect(rows).toContainEqual(['SECTION', 'FIELD', 'VALUE', 'SOURCE']);
      expect(rows).toContainEqual([ASSETS.slug, 'asset_type', 'house', FIRST_BANK.name]);
      const json = await query('--template', ASSETS.slug, JSON.stringify(body), '--json');
      expect(json.stderr).toMatch(REFERENCE);
      expect(JSON.parse(json.stdout)).toMatchObject(OWNS);
    });

    test('shows the furnisher of a bundle, and records the purpose', async () => {
      const applicant = new TemplateSubject(exchange());
      await applicant.consent();
      for (const part of readTemplates(BUNDLE)) await applicant.furnish(part, { by: FIRST_BANK });
      await applicant.queryUntil(BUNDLE, isAnswered, inNetwork(DEMO_NETWORK.id));
      const subject = JSON.stringify(applicant.queryRequest(BUNDLE).body);
      const purpose = 'customer_due_diligence';
      const ran = await query('--template', BUNDLE.slug, subject, '--purpose', purpose);
      expect(ran.status).toBe(0);
      expect(ran.stdout).toContain(FIRST_BANK.name);
      const [, reference = ''] = REFERENCE.exec(ran.stdout) ?? [];
      const why = await commandLine.run('why', reference, '--json');
      expect(JSON.parse(why.stdout)).toMatchObject({
        product_slug: BUNDLE.slug,
        permissible_purpose: purpose,
      });
    });

    test('keeps a file that proves the answer, after the record was withdrawn too, and names what was changed in it', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      await queryUntil(exchange(), { consent_id }, isIssued);
      const { stderr } = await query('--consent', consent_id, '--json');
      const [, reference = ''] = REFERENCE.exec(stderr) ?? [];
      const { stdout: shown } = await commandLine.run('evidence', reference, '--json');
      const { records } = JSON.parse(shown) as { records: [{ record_id: string }] };
      const [{ record_id: record }] = records;
      const file = join(commandLine.folder, 'answer.zip');
      const evidence = () => commandLine.run('evidence', reference, '--file', file);
      const verified = () => commandLine.run('verify', file, '--json');
      const withdrawal = { reason: 'wrong_value' };
      const withdraw = () =>
        exchange().as(FIRST_BANK).post(`/v1/records/${record}/withdraw`, withdrawal);
      for (const change of [async () => ({ status: 200 }), withdraw]) {
        expect(await change()).toMatchObject({ status: 200 });
        expect(await evidence()).toMatchObject({ status: 0, stderr: '' });
        const { status, stdout } = await verified();
        expect({ status, ...(JSON.parse(stdout) as object) }).toMatchObject({
          ...{ status: 0, verdict: 'verified', query_event_id: reference, reader: 'querier' },
        });
      }
      const bytes = await readFile(file);
      const at = bytes.indexOf('"certificate_id"') + 2;
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      await writeFile(file, bytes);
      const { status, stdout } = await verified();
      expect({ status, ...(JSON.parse(stdout) as object) }).toEqual({
        ...{ status: 11, verdict: 'rejected', code: 'zip_form', member: 'answer.json' },
      });
    });

    test('shows each value of a certificate with its furnisher', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      await queryUntil(exchange(), { consent_id }, isIssued);
      const { stdout } = await query('--consent', consent_id);
      expect(stdout).toMatch(/^certificate +[0-9a-f-]{36}\nquery event +[0-9a-f-]{36}\n/);
      expect(stdout).toMatch(
        new RegExp(
          `\nbusiness_identity_verification +business_entity_type +\\w+ +${FIRST_BANK.name}\n`,
        ),
      );
    });

    test('a query without a result shows its query event, and is no error', async () => {
      const nobody = new TemplateSubject(exchange());
      await nobody.consent();
      const subject = JSON.stringify(nobody.queryRequest(ASSETS).body);
      expect(await query('--template', ASSETS.slug, subject)).toEqual({
        status: 0,
        stdout: '',
        stderr: expect.stringMatching(/^query event \S{36}\nNo result \(204\).* ndx why \S{36}\n$/),
      });
    });

    test('a mistake is one line, a next step and the status of its class', async () => {
      const mistakes = [
        ['a template without a subject', 2, ['--template', ASSETS.slug]],
        ['a subject without a template', 2, ['{}']],
        ['a template with a consent', 2, ['--template', ASSETS.slug, '{}', '--consent', 'x']],
        ['a subject that is no JSON', 7, ['--template', ASSETS.slug, '{"first_name"']],
        ['a subject without its members', 7, ['--template', ASSETS.slug, '{}']],
        ['an unknown purpose', 7, ['--consent', DEMO_NETWORK.id, '--purpose', 'curiosity']],
        ['an unknown template', 5, ['--template', 'shoe_size', '{}']],
        ['a product as a template', 5, ['--template', 'kyb_certificate', '{}']],
      ] as const;
      const ran = await Promise.all(
        mistakes.map(async ([name, , args]) => [name, await query(...args)] as const),
      );
      const stderr = expect.stringMatching(/^error: .+\n.+\n$/) as unknown;
      expect(ran).toEqual(mistakes.map(([name, status]) => [name, { status, stdout: '', stderr }]));
    });
  });
}
