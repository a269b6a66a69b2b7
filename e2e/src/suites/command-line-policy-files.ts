import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicyTest } from '../harness/a-policy-test.js';
import { aPolicy, IDENTITY, KYB_PRODUCT_ID } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { aFurnisherWithRecord } from '../harness/furnished-record.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';
import { useCommandLine } from '../harness/use-command-line.js';

/** Passes without rules: the record is 31 days old. */
const A_MONTH_OLD = {
  ...aPolicyTest('a month old', '2026-05-01'),
  expected: { outcome: 'issued', result: { [IDENTITY]: {} } },
};

/** A simulation of a plan. */
type KeptSimulation = Readonly<Record<'simulation_id' | 'from' | 'to' | 'account_id', string>>;

/** The members of a policy file. */
type PulledFile = Readonly<Record<'policy_id' | 'version' | 'configuration', unknown>>;

/** Policies and the tests that they carry, as files. */
export function commandLinePolicyFilesSuite(exchange: () => Exchange): void {
  describe('ndx policy pull, plan and apply', () => {
    const { ndx, json, folder: sessionFolder } = useCommandLine(exchange, OPERATOR);

    test('pulls policies as files, plans what their changes mean, and publishes them', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const id = await aPolicy(exchange(), {}, networkId);
      const folder = await mkdtemp(join(tmpdir(), 'ndx-policies-'));
      try {
        const without = expect.stringContaining(`${folder} has no file of a policy`);
        expect(await ndx('policy', 'plan', folder)).toMatchObject({ status: 7, stderr: without });
        const pull = ['policy', 'pull', folder, '--network', networkId];
        const [pulled] = (await json(...pull)) as { name: string; file: { version: number } }[];
        if (!pulled) throw new Error('no policy was pulled');
        const path = join(folder, pulled.name);
        const { version } = pulled.file;
        const edit = async (from: string, to: string) =>
          writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
        expect(await ndx('policy', 'plan', folder)).toMatchObject({ status: 0 });

        const [none, unknown] = ['"model_selections": []', '"model_selections": [{}]'];
        await edit(none, unknown);
        expect(await ndx('policy', 'plan', folder)).toMatchObject({
          status: 7,
          stderr: expect.stringContaining(`${pulled.name}: `),
        });
        await edit(unknown, none);

        const [kept, archived] = ['"status": "published"', '"status": "archived"'];
        await edit(kept, archived);
        expect(await ndx('policy', 'plan', folder, '--simulate')).toMatchObject({
          status: 12,
          stdout: expect.stringMatching(/^status +archived$/m),
        });
        await edit(archived, kept);

        await edit('"enforced": false', '"enforced": true');
        expect(await ndx('policy', 'plan', folder)).toMatchObject({
          status: 12,
          stdout: expect.stringContaining('A query cannot name another policy.'),
        });
        const published = { file: pulled.name, state: 'published', version: version + 1 };
        expect(await json('policy', 'apply', folder)).toMatchObject([published]);
        expect(await ndx('policy', 'plan', folder)).toMatchObject({ status: 0 });

        await json('policy', 'changes', 'reviewed', '--network', networkId);
        await edit('"enforced": true', '"enforced": false');
        // Without the members that the server completes.
        const limited = { model_name: IDENTITY, max_age_days: 30 };
        await edit(none, `"model_selections": [${JSON.stringify(limited)}]`);
        const waiting = { state: 'waits for approval', policy_id: id };
        expect(await json('policy', 'apply', folder)).toMatchObject([
          { ...waiting, submission: { summary: { effect: 'narrower', simulation: null } } },
        ]);
        const plan = () => ndx('policy', 'plan', folder);
        expect((await plan()).stdout).toContain(
          'No completed simulation of exactly these terms is kept',
        );
        const simulation = async (...options: string[]) => {
          const { stdout } = await ndx('policy', 'plan', folder, '--json', ...options);
          const { changes } = JSON.parse(stdout) as { changes: [{ simulation: KeptSimulation }] };
          return changes[0].simulation;
        };
        await simulation('--simulate', '--for', '2026-01');
        const newest = await simulation('--simulate');
        expect(await simulation()).toEqual(newest);
        const covers = `over the queries from ${newest.from} to ${newest.to}, by account ${newest.account_id}:`;
        expect((await plan()).stdout).toContain(covers);
        expect(await json('policy', 'apply', folder)).toMatchObject([
          { ...waiting, submission: { summary: { simulation: { changed_queries: 0 } } } },
        ]);

        await edit('"name": "', '"name": "edited ');
        const commented = ['policy', 'apply', folder, '--comment', 'A better name'];
        const [edited] = (await json(...commented)) as [{ digest: string }];
        expect(edited).toMatchObject(waiting);
        expect(await json('policy', 'apply', folder)).toMatchObject([{ digest: edited.digest }]);
        expect(JSON.parse((await ndx('policy', 'draft', 'get', id)).stdout)).toMatchObject({
          ...{ digest: edited.digest, name: expect.stringMatching(/^edited /) },
          comment: 'A better name',
        });

        const draft = `/v1/networks/policies/querying/${id}/draft`;
        const theirs = { base_version: version + 1, expected_digest: edited.digest };
        const other = await succeed(exchange().as(GOVERNOR).put(draft, theirs));
        const author = `${pulled.name}: the policy has a draft that account ${String(other['account_id'])}`;
        const refused = await ndx('policy', 'apply', folder);
        expect(refused).toMatchObject({
          ...{ status: 6, stdout: '', stderr: expect.stringContaining(author) },
        });
        const discard = `policy draft discard ${id} ${String(other['digest'])}`;
        expect(refused.stderr).toContain(`ndx ${discard}`);
        await json(...discard.split(' '));
        expect(await json('policy', 'apply', folder)).toMatchObject([waiting]);
        await edit(`"version": ${version + 1}`, `"version": ${version}`);
        expect(await ndx('policy', 'plan', folder)).toMatchObject({ status: 6, stdout: '' });
        expect(await ndx('policy', 'apply', folder)).toMatchObject({ status: 6, stdout: '' });
        const schema = await readFile(join(folder, 'querying-policy.schema.json'), 'utf8');
        expect(JSON.parse(schema)).toMatchObject({ title: 'Querying policy' });
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    test('pulls furnishing policies, plans them over past records, and publishes them', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const operator = exchange().as(OPERATOR);
      await eventually(() => succeed(operator.get(`/v1/networks/${networkId}/participants`)));
      await aFurnisherWithRecord(exchange(), networkId, 60);
      const policies = '/v1/networks/policies/furnishing';
      const terms = { network_id: networkId, product_id: KYB_PRODUCT_ID, name: 'Recent' };
      const { id } = await succeed(operator.post(policies, terms));
      const folder = join(sessionFolder(), 'furnishing');
      const pull = () => json('policy', 'pull', folder, '--network', networkId);
      const plan = (...options: string[]) => ndx('policy', 'plan', folder, ...options);
      const apply = (...options: string[]) => json('policy', 'apply', folder, ...options);
      const name = 'kyb_certificate.furnishing.recent.json';
      expect(await pull()).toMatchObject([{ name, policy_name: 'Recent', tests: [] }]);
      expect(await plan()).toMatchObject({ status: 0 });
      const path = join(folder, name);
      const file = async () => JSON.parse(await readFile(path, 'utf8')) as PulledFile;
      const edit = async (configuration: object, rest: object = {}) =>
        writeFile(path, JSON.stringify({ ...(await file()), ...rest, configuration }));
      const rules = (max_age_days: unknown) => ({ policy_metadata: { max_age_days } });

      await edit(rules('30'));
      expect(await plan()).toMatchObject({
        ...{ status: 7, stderr: expect.stringContaining(`${name}: policy_metadata.max_age_days`) },
      });
      await edit(rules(365));
      expect(await plan()).toMatchObject({ status: 12 });
      expect(await apply()).toMatchObject([{ file: name, state: 'saved', policy_id: id }]);
      await edit({ ...rules(365), status: 'published' });
      expect(await apply()).toMatchObject([{ state: 'published', version: 3, policy_id: id }]);
      expect(await plan()).toMatchObject({ status: 0 });

      await json('policy', 'changes', 'reviewed', '--network', networkId);
      await edit(rules(30));
      const shown = await plan('--simulate');
      expect(shown).toMatchObject({ status: 12 });
      expect(shown.stdout).toContain('+ A verification must be at most 30 days old.');
      expect(shown.stdout).toMatch(/^refused_records +1$/m);
      const { changes } = JSON.parse((await plan('--json')).stdout) as { changes: unknown };
      expect(changes).toMatchObject([
        { ...{ file: name, policy_id: id, tests: [], simulation: null } },
      ]);
      expect(await apply('--comment', 'Old data')).toMatchObject([
        {
          ...{ file: name, policy_id: id, state: 'waits for approval' },
          submission: {
            summary: { effect: 'narrower', record_simulation: { refused_records: 1 } },
          },
        },
      ]);
      const draft = `${policies}/${String(id)}/draft`;
      const { digest, submission } = await succeed(operator.get(draft));
      const { summary_digest } = submission as { summary_digest: string };
      const governor = exchange().as(GOVERNOR);
      await succeed(governor.post(`${draft}/approve`, { digest, summary_digest }));
      const before = await file();
      const [published] = (await apply()) as [{ policy_id: string }];
      expect(published).toMatchObject({ file: name, state: 'published', version: 4 });
      expect(published.policy_id).not.toBe(id);
      expect(await file()).toMatchObject({ version: 4, policy_id: published.policy_id });
      expect(await plan()).toMatchObject({ status: 0 });

      await writeFile(path, JSON.stringify(before));
      const moved = expect.stringContaining('is at version 4, not 3');
      expect(await plan()).toMatchObject({ status: 6, stderr: moved });
      expect(await ndx('policy', 'apply', folder)).toMatchObject({ status: 6, stderr: moved });
      expect(await pull()).toMatchObject([{ name, file: { policy_id: published.policy_id } }]);
      const schema = await readFile(join(folder, 'furnishing-policy.schema.json'), 'utf8');
      expect(JSON.parse(schema)).toMatchObject({ title: 'Furnishing policy' });
    });

    test('pulls the tests that a policy carries, plans and saves those of the folder', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const policy_id = await aPolicy(exchange(), {}, networkId);
      const pull = (folder: string) => json('policy', 'pull', folder, '--network', networkId);
      const folder = join(sessionFolder(), 'own');
      const other = join(sessionFolder(), 'other');
      const [pulled] = (await pull(folder)) as [{ name: string; tests: string[] }];
      expect(pulled.tests).toEqual([]);
      const file = 'tests/recent.json';
      const saved = { ...A_MONTH_OLD, policy: pulled.name, $schema: './policy-test.schema.json' };
      await writeFile(join(folder, file), JSON.stringify(saved));
      const planned = `${file}: the policy carries this test from now on (added)`;
      expect(await ndx('policy', 'plan', folder)).toMatchObject({
        status: 12,
        stdout: expect.stringContaining(planned),
      });
      expect(await json('policy', 'apply', folder)).toMatchObject([
        { file: pulled.name, policy_id, state: 'unchanged', tests: [file] },
      ]);
      expect(await ndx('policy', 'plan', folder)).toMatchObject({ status: 0 });

      expect(await pull(other)).toMatchObject([{ tests: ['tests/a-month-old.json'] }]);
      expect(await ndx('policy', 'test', other)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('1 passed, 0 failed'),
      });
      expect(await ndx('policy', 'plan', other)).toMatchObject({ status: 0 });

      await rm(join(folder, file));
      const path = join(folder, pulled.name);
      const rules = [{ model_name: IDENTITY, is_required: true, max_age_days: 10 }];
      const text = await readFile(path, 'utf8');
      const narrower = `"model_selections": ${JSON.stringify(rules)}`;
      await writeFile(path, text.replace('"model_selections": []', narrower));
      const failed = `FAILED  ${pulled.name}, on the server: a month old`;
      const shown = await ndx('policy', 'plan', folder);
      expect(shown).toMatchObject({ status: 13, stderr: '' });
      expect(shown.stdout).toContain(failed);
      expect(shown.stdout).toContain('narrower: ');
      const { stdout } = await ndx('policy', 'plan', folder, '--json');
      expect(JSON.parse(stdout)).toMatchObject({
        tests: [{ file: null, policy: pulled.name, name: 'a month old', passed: false }],
        changes: [{ file: pulled.name, comparison: { effect: 'narrower' }, simulation: null }],
      });
      expect(await ndx('policy', 'apply', folder)).toMatchObject({
        status: 13,
        stdout: '',
        stderr: expect.stringContaining(failed),
      });
    });
  });
}
