import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import { alterEntry, auditEntries } from '../harness/audit-verify.js';
import { isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { Ran } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import {
  aConsumerConsent,
  aNameConflict,
  anIdentityConflict,
} from '../harness/identity-conflict.js';
import { succeed } from '../harness/participant.js';
import { useCommandLine } from '../harness/use-command-line.js';

/** The commands with which governors and compliance officers look up and decide. */
export function commandLineComplianceSuite(exchange: () => Exchange): void {
  describe('a compliance command of ndx', () => {
    const { ndx, json, login, folder } = useCommandLine(exchange);

    test('lists, shows and resolves identity conflicts', async () => {
      const [querier, governor] = [exchange().as(QUERYING_BANK), exchange().as(OPERATOR)];
      const merged = await anIdentityConflict(querier, DEMO_NETWORK.id, governor);
      const apart = await anIdentityConflict(querier, DEMO_NETWORK.id, governor);
      const renamed = await aNameConflict(querier, DEMO_NETWORK.id, governor);
      await login(OPERATOR);
      const open = await json('conflicts', 'list', '--status', 'open');
      for (const { conflict_id } of [merged, apart, renamed]) {
        expect(open).toContainEqual(expect.objectContaining({ conflict_id, status: 'open' }));
      }
      const { stdout } = await ndx('conflicts', 'show', merged.conflict_id);
      expect(stdout).toMatch(/\nSUBJECT +MERGED INTO +INSTITUTION +NAME +BORN +EIN ENDS IN\n/);
      expect(stdout).toMatch(
        new RegExp(
          `\n${merged.subject_id} +- +${QUERYING_BANK.entityId} +Ana Stranger +1955-05-05 `,
        ),
      );
      const choice = [merged.conflict_id, merged.subject_id, merged.into_subject_id];
      expect(await json('conflicts', 'merge', ...choice)).toMatchObject({
        status: 'merged',
        into_subject_id: merged.into_subject_id,
      });
      expect(await json('conflicts', 'keep-apart', apart.conflict_id)).toMatchObject({
        status: 'kept_apart',
      });
      expect(await json('conflicts', 'confirm', renamed.conflict_id)).toMatchObject({
        status: 'confirmed',
      });
      expect(await ndx('conflicts', 'keep-apart', merged.conflict_id)).toMatchObject({ status: 6 });
      expect(await ndx('conflicts', 'list', '--status', 'none')).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('kept_apart'),
      });
    });

    test('lists the attestations of a product, and revokes one', async () => {
      await login(FIRST_BANK);
      const signed = ['--name', 'Compliance office', '--title', 'Head of compliance'];
      const product = 'liveness_verification';
      const { id } = (await json('attest', product, ...signed)) as { readonly id: string };
      const listed = await ndx('attestations', 'list', '--product', product);
      expect(listed.stdout).toMatch(/^ID +PRODUCT +SIGNED BY +SIGNED +EXPIRES +STATUS\n/);
      expect(listed.stdout).toMatch(new RegExp(`\n${id} +${product} +Compliance office .* active`));
      expect(await json('attestations', 'list', '--product', 'kyb_certificate')).not.toContainEqual(
        expect.objectContaining({ id }),
      );
      expect(await json('attestations', 'revoke', id)).toMatchObject({ id, status: 'revoked' });
      expect((await ndx('attestations', 'show', id)).stdout).toMatch(/^status +revoked$/m);
      await login(SECOND_BANK);
      expect(await ndx('attestations', 'show', id)).toMatchObject({ status: 5 });
    });

    test('finds a business and a consumer by exact and partial criteria', async () => {
      const business = new TestBusiness(exchange());
      const business_id = await business.furnish();
      const ssn = '123456789';
      const body = aConsumerConsent(DEMO_NETWORK.id, { last_name: `Found${Date.now()}` });
      const { consumer_consent_identity: identity } = body;
      const recorded = await succeed(exchange().as(QUERYING_BANK).post(CONSUMER_CONSENT, body));
      const id = String(recorded['consumer_id']);
      await login(QUERYING_BANK);
      const table = await ndx('search', 'business', '--id', business_id);
      expect(table.stdout).toMatch(
        /^BUSINESS +IDENTIFIER +LEGAL NAME +STATED BY +EIN ENDS IN +CREATED\n/,
      );
      expect(table.stdout).toMatch(new RegExp(`\n${business_id} +\\S+ +.* +another institution `));
      const file = join(folder(), 'ssn');
      await writeFile(file, `${identity.social_security_number}\n`);
      const born = ['--born', '1990-01-15', '--last-name', 'found'];
      const found = [expect.objectContaining({ id })];
      expect(await json('search', 'consumer', '--ssn', file, ...born)).toEqual(found);
      await writeFile(file, ssn);
      expect((await ndx('search', 'consumer', '--ssn', file, ...born)).stdout).toBe(
        'No identity matches.\n',
      );
      expect(await ndx('search', 'business', '--limit', '101')).toMatchObject({ status: 7 });
      expect(await ndx('search', 'business', '--ein', 'twelve')).toMatchObject({ status: 2 });
    });

    test('lists submissions with their records, and the queries that considered a record', async () => {
      const business = new TestBusiness(exchange());
      const subject = await business.furnish();
      await login(FIRST_BANK);
      const [newest] = (await json('submissions', 'list')) as readonly {
        readonly submission_id: string;
      }[];
      const submission = String(newest?.submission_id);
      const filtered = (part: string) =>
        json('submissions', 'list', '--dataset', 'kyb_certificate', '--accepted', part);
      expect(await filtered('all')).toContainEqual(newest);
      expect(await filtered('none')).not.toContainEqual(newest);
      const [record] = (await json('submissions', 'records', submission)) as readonly {
        readonly record_id: string;
      }[];
      const id = String(record?.record_id);
      expect(record).toMatchObject({ index: 0, subject_id: subject, state: 'furnished' });
      expect(await json('records', 'list', '--subject', subject)).toEqual([
        expect.objectContaining({ record_id: id, furnishing_entity_id: FIRST_BANK.entityId }),
      ]);
      const consent_id = await business.consent();
      const issued = await queryUntil(exchange(), { consent_id }, isIssued);
      const event = String(issued.headers.get('x-ref-id'));
      await login(QUERYING_BANK);
      const ofConsent = ['--consent', consent_id, '--outcome', 'issued'];
      await eventually(async () => {
        const { stdout } = await ndx('events', 'list', ...ofConsent);
        expect(stdout).toContain(event);
        expect(stdout.trim().split('\n')).toHaveLength(1);
      });
      await login(FIRST_BANK);
      await eventually(async () => {
        const { stdout } = await ndx('records', 'uses', '--from', minutesAgo());
        expect(stdout).toMatch(
          new RegExp(`\n${event} .* ${id} +business_identity_verification .*`),
        );
      });
      await ndx('withdraw', id, '--reason', 'outdated');
      expect((await ndx('records', 'show', id)).stdout).toMatch(/^reason +outdated$/m);
      const own = (state: string) => json('records', 'list', '--state', state, '--records', id);
      expect(await own('withdrawn')).toMatchObject([{ record_id: id, reason: 'outdated' }]);
      expect(await own('furnished')).toEqual([]);
      const ended = ['--state', 'withdrawn', '--from', minutesAgo()];
      expect(await json('records', 'list', ...ended)).toContainEqual(
        expect.objectContaining({ record_id: id }),
      );
    });

    test('lists certificates, and prints one as it was issued', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      const { body } = await queryUntil(exchange(), { consent_id }, isIssued);
      const { certificate_id } = body as { readonly certificate_id: string };
      await login(QUERYING_BANK);
      expect(await json('certificates', 'list')).toContainEqual(
        expect.objectContaining({ certificate_id, consent_id }),
      );
      const { stdout } = await ndx('certificates', 'get', certificate_id);
      expect(JSON.parse(stdout)).toEqual(body);
    });

    test('lists the changes of a consent with their accounts', async () => {
      await login(QUERYING_BANK);
      const consent_id = await new TestBusiness(exchange()).consent();
      await ndx('consent', 'revoke', consent_id);
      expect(await json('consent', 'history', consent_id)).toMatchObject([
        { revision: 1, event: 'granted', account_id: expect.any(String) },
        { revision: 2, event: 'revoked' },
      ]);
      const { stdout } = await ndx('consent', 'history', consent_id);
      expect(stdout).toMatch(/^REVISION +TIME +EVENT +ACCOUNT\n1 .* granted /);
    });

    test('lists, exports and verifies the audit log, and reports an altered entry', async () => {
      const consent_id = await new TestBusiness(exchange()).consent();
      const entry = await eventually(async () => {
        const [found] = await auditEntries(exchange(), 'consent', DEMO_NETWORK.id, consent_id);
        if (!found) throw new Error('the consent has no entry yet');
        return found;
      });
      await login(OPERATOR);
      const mine = ['consent', '--subject', consent_id];
      const listed = await ndx('audit', 'list', ...mine);
      expect(listed).toMatchObject({ status: 0, stderr: '' });
      expect(listed.stdout).toBe(
        `${[entry.seq, timeIn(listed), entry.type, consent_id, entry.account_id].join('  ')}\n`,
      );
      const file = join(folder(), 'entries.ndjson');
      expect(await json('audit', 'export', ...mine, '--file', file)).toEqual({
        ...{ file, entries: 1, altered: 0 },
      });
      const intact = await readFile(file, 'utf8');
      expect(JSON.parse(intact)).toMatchObject({ event_id: entry.event_id, is_intact: true });
      expect(await json('audit', 'verify')).toHaveLength(6);

      const restore = await alterEntry(exchange(), 'consent', entry);
      try {
        const altered = await ndx('audit', 'export', ...mine, '--file', file);
        expect(altered).toMatchObject({
          status: 11,
          stdout: expect.stringMatching(/altered +1$/m),
        });
        const verified = await ndx('audit', 'verify', 'consent', 'policy');
        expect(verified).toMatchObject({ status: 11, stderr: expect.stringContaining('consent') });
        expect(verified.stdout).toMatch(new RegExp(`^consent .* entry ${entry.seq}: `, 'm'));
        expect(verified.stdout).toMatch(/^policy .* verified$/m);
      } finally {
        await restore();
      }
      const nowhere = join(folder(), 'none', 'entries.ndjson');
      expect(await ndx('audit', 'export', ...mine, '--file', nowhere)).toMatchObject({ status: 1 });
      expect(await ndx('audit', 'export', ...mine, '--to', 'soon', '--file', file)).toMatchObject({
        status: 7,
      });
      expect(existsSync(`${file}.part`)).toBe(false);
      expect(await readFile(file, 'utf8')).toContain('"is_intact":false');
      await login(FIRST_BANK);
      expect(await ndx('audit', 'verify')).toMatchObject({ status: 4 });
    });
  });
}

const CONSUMER_CONSENT = '/v1/consent/consumer';

const minutesAgo = () => new Date(Date.now() - 300_000).toISOString();

const timeIn = ({ stdout }: Ran) => stdout.split('  ')[1] ?? '';
