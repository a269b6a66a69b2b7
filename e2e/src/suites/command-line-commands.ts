import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import { PROGRAM_CLIENT_ID } from '@ndx/local-infra';
import { ApiClient } from '@ndx/tools/network/api-client';
import { IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { aBusinessOfTwo, furnishIdentity } from '../harness/business-of-two.js';
import { CorrectedBusiness } from '../harness/corrected-business.js';
import { ended } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { useCommandLine } from '../harness/use-command-line.js';

interface Client {
  readonly account_id: string;
}

interface Invitation {
  readonly invitation_id: string;
  readonly secret: string;
}

interface Consent {
  readonly field_access_grants: readonly {
    readonly grant_id: string;
    readonly effective_to: string;
  }[];
}

interface Receipt {
  readonly receipt_id: string;
}

/** The commands that list and change resources. */
export function commandLineCommandsSuite(exchange: () => Exchange): void {
  describe('a command of ndx', () => {
    const { ndx, json, login, start, folder } = useCommandLine(exchange);

    test('registers a client of the institution, lists it, and removes it', async () => {
      await login(OPERATOR);
      const subject = `robot-${randomUUID()}`;
      const terms = ['--subject', subject, '--permission', 'policy:read', 'network:read'];
      const added = (await json('clients', 'add', PROGRAM_CLIENT_ID, ...terms)) as Client;
      expect(added).toMatchObject({ network_ids: [DEMO_NETWORK.id], token_binding: 'optional' });
      const shown = await ndx('clients', 'list');
      expect(shown.stdout).toMatch(/^ACCOUNT +CLIENT +NAME +PERMISSIONS +TOKENS +STATUS\n/);
      expect(await json('clients', 'list')).toContainEqual(added);

      const { network, url } = exchange();
      const claims = { sub: subject, org_id: OPERATOR.account, azp: PROGRAM_CLIENT_ID };
      const token = await network.identityProvider.mint(claims);
      const robot = new ApiClient(url, async () => token);
      // The provider of another token names no institution.
      const other = await network.identityProvider.mint({ ...claims, org_id: undefined });
      const unnamed = new ApiClient(url, async () => other);
      for (const client of [robot, unnamed]) {
        expect(await client.get('/v1/caller')).toMatchObject({
          status: 200,
          body: { account_id: added.account_id, permissions: ['policy:read', 'network:read'] },
        });
      }
      expect(await robot.get('/v1/networks')).toMatchObject({
        body: { data: [{ network_id: DEMO_NETWORK.id }] },
      });

      await ndx('clients', 'token-binding', 'required');
      expect((await ndx('clients', 'token-binding')).stdout).toMatch(
        /^client_token_binding +required$/m,
      );
      await eventually(async () => expect((await robot.get('/v1/caller')).status).toBe(401));
      const { revision } = (await json('clients', 'token-binding')) as { revision: number };
      const stale = ['optional', '--expected-revision', String(revision - 1)];
      expect(await ndx('clients', 'token-binding', ...stale)).toMatchObject({ status: 6 });
      const newest = ['optional', '--expected-revision', String(revision)];
      expect(await ndx('clients', 'token-binding', ...newest)).toMatchObject({ status: 0 });
      await eventually(async () => expect((await robot.get('/v1/caller')).status).toBe(200));

      const removed = await json('clients', 'remove', added.account_id);
      expect(removed).toMatchObject({ status: 'suspended', removed_at: expect.any(String) });
      for (const client of [robot, unnamed]) {
        expect((await client.get('/v1/caller')).status).toBe(401);
      }
      expect(await json('clients', 'list')).not.toContainEqual(added);
    });

    test('invites a person, who reads and accepts the invitation, and revokes another one', async () => {
      await login(OPERATOR);
      const subject = `invited-${randomUUID()}`;
      const sent = (await json('invitations', 'send', '--entity', OPERATOR.entityId)) as Invitation;
      const claims = { sub: subject, org_id: OPERATOR.account, role: 'querier' };
      const token = await exchange().network.identityProvider.mint(claims);
      const asPerson = async (...args: readonly string[]) => {
        const variables = { NDX_TOKEN: token, NDX_URL: exchange().url };
        return ended(start(['invitations', ...args, sent.secret], variables));
      };
      expect((await asPerson('read')).stdout).toMatch(/^institution_name +Network Operator$/m);
      const { status, stdout } = await asPerson('accept', '--json');
      expect(status).toBe(0);
      const { account_id } = JSON.parse(stdout) as Client;
      const person = new ApiClient(exchange().url, async () => token);
      expect(await person.get('/v1/caller')).toMatchObject({ status: 200, body: { account_id } });
      expect((await asPerson('accept')).status).toBe(0);

      const other = (await json(
        'invitations',
        'send',
        '--entity',
        OPERATOR.entityId,
      )) as Invitation;
      const revoked = await json('invitations', 'revoke', other.invitation_id);
      expect(revoked).toMatchObject({ status: 'revoked' });
      const listed = await json('invitations', 'list', '--entity', OPERATOR.entityId);
      expect(listed).toContainEqual(revoked);
      expect(listed).toContainEqual(expect.objectContaining({ status: 'accepted', account_id }));
    });

    test('registers an institution, changes its roles and accounts, and ends its membership', async () => {
      await login(OPERATOR);
      const name = `Registered Bank ${randomUUID().slice(0, 8)}`;
      const terms = ['--org', `org-${randomUUID()}`, '--role', 'querier'];
      const registered = (await json('members', 'register', name, ...terms)) as {
        readonly entity_id: string;
      };
      expect(registered).toMatchObject({ name, roles: ['querier'] });
      const { entity_id: id } = registered;
      const listed = async () =>
        ((await json('members', 'list')) as { entity_id: string; roles: string[] }[]).find(
          ({ entity_id }) => entity_id === id,
        );
      const roles = ['--role', 'querier', 'furnisher', '--expected-revision', '1'];
      expect(await json('members', 'admit', id, ...roles)).toMatchObject({
        roles: expect.arrayContaining(['querier', 'furnisher']),
      });
      expect(await ndx('members', 'admit', id, ...roles)).toMatchObject({ status: 6, stdout: '' });
      expect((await listed())?.roles).toHaveLength(2);
      const added = (await json('members', 'accounts', 'add', id, '--subject', 'jordan')) as {
        readonly account_id: string;
      };
      const account = [id, added.account_id];
      expect(await json('members', 'accounts', 'suspend', ...account)).toMatchObject({
        status: 'suspended',
      });
      expect(await json('members', 'accounts', 'activate', ...account)).toMatchObject({
        status: 'active',
      });
      expect((await ndx('members', 'accounts', 'list', id)).stdout).toMatch(/jordan +- +active$/m);
      expect(await json('members', 'end', id)).toMatchObject({ roles: [] });
      expect(await ndx('members', 'admit', id, '--role', 'king')).toMatchObject({ status: 7 });
    });

    test('lists and amends consents, and adds and closes grants', async () => {
      await login(QUERYING_BANK);
      const identity = JSON.stringify(new TestBusiness(exchange()).identity);
      const recorded = (await json('consent', 'record', identity)) as {
        readonly consent_id: string;
        readonly business_id: string;
      };
      const { consent_id: id, business_id: subject } = recorded;
      const found = await json('consent', 'list', '--subject', subject);
      expect(found).toEqual([expect.objectContaining({ consent_id: id, status: 'active' })]);
      const fields = 'business_identity_verification.business_entity_type';
      const amend = ['consent', 'amend', id, '--fields', fields, '--expected-revision', '1'];
      expect(await json(...amend)).toMatchObject({ consented_fields: fields, revision: 2 });
      expect(await ndx(...amend)).toMatchObject({ status: 6, stdout: '' });
      expect(await ndx('consent', 'amend', id)).toMatchObject({ status: 7 });
      const terms = ['--furnisher', '*', '--fields', 'business_identity_verification.*'];
      const granted = (await json('consent', 'grant', 'add', id, ...terms)) as Consent;
      const { field_access_grants: grants } = granted;
      expect(grants).toMatchObject([
        { field_definitions: [fields] },
        { field_definitions: ['business_identity_verification.*'], furnishing_entity_id: '*' },
      ]);
      const closed = await ndx('consent', 'grant', 'close', id, grants[1]?.grant_id ?? '');
      expect(closed.stdout).toMatch(/^GRANT +FURNISHER +FIELDS +FROM +TO\n/);
      const { field_access_grants: left } = (await json('consent', 'show', id)) as Consent;
      expect(Date.parse(left[1]?.effective_to ?? '')).toBeLessThanOrEqual(Date.now());
    });

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

    test('sends requests to operations without a command, and reports what they reject', async () => {
      await login(OPERATOR);
      const listed = await ndx('api', 'GET', '/v1/networks?limit=1');
      expect(JSON.parse(listed.stdout)).toMatchObject({ data: [{ roles: expect.any(Array) }] });
      const path = `/v1/networks/${DEMO_NETWORK.id}`;
      const { status, stdout } = await ndx('api', 'PUT', path, '--data', '{}');
      expect([status, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ network_id: DEMO_NETWORK.id }),
      ]);
      const rejected = await ndx('api', 'PUT', path, '--data', '{"dispute_decide_days": 0}');
      expect(rejected).toMatchObject({ status: 7, stdout: '' });
      expect(rejected.stderr).toContain('dispute_decide_days');
      expect(await ndx('api', 'GET', 'v1/networks')).toMatchObject({ status: 2 });
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

    test('creates a notice endpoint, rotates its secret and deletes it', async () => {
      await login(QUERYING_BANK);
      const created = (await json(
        ...['notice-endpoints', 'create', '--kind', 'changed', 'withdrawn', '--window', '30'],
      )) as { readonly endpoint_id: string; readonly secret: string };
      expect(created).toMatchObject({
        kinds: ['changed', 'withdrawn'],
        window_days: 30,
        url: null,
      });
      expect(created.secret).toMatch(/^whsec_/);
      const { endpoint_id } = created;
      const rotated = await json('notice-endpoints', 'rotate', endpoint_id);
      expect(rotated).toMatchObject({ endpoint_id, secret: expect.stringMatching(/^whsec_/) });
      expect(rotated).not.toMatchObject({ secret: created.secret });
      const listed = await ndx('notice-endpoints', 'list');
      expect(listed.stdout).toMatch(`${endpoint_id}  -    enabled  changed,withdrawn`);
      expect(await ndx('notice-endpoints', 'delete', endpoint_id)).toMatchObject({ status: 0 });
      expect(await ndx('notice-endpoints', 'delete', endpoint_id)).toMatchObject({ status: 5 });
      const unknown = await ndx('notice-endpoints', 'create', '--kind', 'nothing');
      expect(unknown).toMatchObject({ status: 7, stderr: expect.stringMatching(/kinds/) });
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

    test('withdraws the records of a file, and reports the rows that the network rejects', async () => {
      const bank = exchange().as(FIRST_BANK);
      const recordOf = async (each: ApiClient) =>
        (await aBusinessOfTwo(each, DEMO_NETWORK.id)).record_id;
      const [one, other] = [await recordOf(bank), await recordOf(bank)];
      const foreign = await recordOf(exchange().as(SECOND_BANK));
      const stateOf = async (id: string) => (await bank.get(`/v1/records/${id}`)).body;
      const file = join(folder(), 'withdrawals.csv');
      const rows = [
        'record_id,reason,reason_text',
        `${one},wrong_subject,`,
        `${other},,"closed, moved"`,
        `${foreign},outdated,`,
      ];
      await writeFile(file, `${rows.join('\n')}\n`);
      await login(FIRST_BANK);
      expect(await ndx('withdraw', '--file', file)).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('withdrawals.csv:3 has no reason'),
      });
      expect(await stateOf(one)).toMatchObject({ state: 'furnished' });

      for (const run of ['first', 'repeated']) {
        const withdrawn = await ndx('withdraw', '--file', file, '--reason', 'outdated', '--json');
        expect({ run, ...withdrawn }).toMatchObject({ run, status: 7, stderr: '' });
        expect(JSON.parse(withdrawn.stdout)).toEqual({
          rows: 3,
          withdrawn: 2,
          rejected: [{ line: 4, record_id: foreign, error: 'record not found' }],
        });
      }
      expect(await stateOf(one)).toMatchObject({ reason: 'wrong_subject' });
      expect(await stateOf(other)).toMatchObject({
        ...{ state: 'withdrawn', reason: 'outdated', reason_text: 'closed, moved' },
      });
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
      const file = join(folder(), 'corrections.csv');
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
      const { identity } = new TestBusiness(exchange());
      const bank = exchange().as(FIRST_BANK);
      const { record_id, subject_id } = await furnishIdentity(bank, DEMO_NETWORK.id, { identity });
      const past = await queryUntil(exchange(), { business_id: subject_id }, isIssued);
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
      const text = ['--text', 'Still dissolved'];
      expect(await json('dispute', 'attach-statement', dispute_id, ...text)).toMatchObject({
        statement_text: 'Still dissolved',
      });
      expect((await ndx('why', String(past.headers.get('x-ref-id')))).stdout).toMatch(
        /: disputed at \S+, upheld\n {2}statement of \S+ at \S+: Still dissolved\n/,
      );
      expect(await json('dispute', 'remove-statement', dispute_id)).toMatchObject({
        statement_text: null,
      });
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

    test('follows the query events, and continues where it was killed', async () => {
      await login(QUERYING_BANK);
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      const state = join(folder(), 'events.cursor');
      const query = async () => {
        const { headers } = await queryUntil(exchange(), { consent_id }, isIssued);
        return headers.get('x-ref-id') ?? '';
      };
      const follow = () => {
        const child = start(['events', 'tail', '--json', '--state', state]);
        const shown: string[] = [];
        child.stdout.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
        return { child, run: ended(child), ids: () => idsIn(shown.join('')) };
      };
      const first = follow();
      await eventually(async () => {
        await query();
        expect(first.ids()).not.toEqual([]);
        expect(existsSync(state)).toBe(true);
      });
      first.child.kill('SIGKILL');
      await first.run;
      const missed = await query();
      const second = follow();
      await eventually(() => expect(second.ids()).toContain(missed));
      second.child.kill('SIGINT');
      expect(await second.run).toMatchObject({ status: 0, stderr: '' });
      const { stdout } = await ndx('events', 'list', '--json');
      expect(stdout).toContain(`"consent_id":"${consent_id}"`);
    });

    test('ends without a message when the reader of a list closes', async () => {
      await login(QUERYING_BANK);
      const list = start(['networks']);
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

/** The query events of lines of JSON, of which the last may be incomplete. */
function idsIn(lines: string): string[] {
  const whole = lines
    .slice(0, lines.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
  return whole.map((line) => (JSON.parse(line) as { query_event_id: string }).query_event_id);
}
