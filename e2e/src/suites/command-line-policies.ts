import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicy, IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { CommandLine, type Ran } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

/** The commands of a governor that change querying policies. */
export function commandLinePoliciesSuite(exchange: () => Exchange): void {
  describe('ndx policy', () => {
    let commandLine: CommandLine;

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
      expect(await commandLine.login(OPERATOR)).toMatchObject({ status: 0 });
    });

    afterAll(() => commandLine.close());

    const ndx = (...args: readonly string[]): Promise<Ran> => commandLine.run(...args);
    const json = (...args: readonly string[]): Promise<unknown> => commandLine.json(...args);

    test('lists, changes and publishes a policy; a version that has passed is an error of class 6', async () => {
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
      const diff = ['policy', 'diff', id, '--policy-version', String(first)];
      expect(await json(...diff)).toMatchObject({ policy_id: id, policy_version: await version() });
    });

    test('saves, compares, replaces, discards and publishes the draft of a policy, and restores a version', async () => {
      const id = await aPolicy(exchange(), {});
      const limited = JSON.stringify({
        model_selections: [{ model_name: 'business_identity_verification', max_age_days: 30 }],
      });
      const digestOf = (saved: unknown) => (saved as { draft: { digest: string } }).draft.digest;
      const saved = await json('policy', 'draft', 'save', id, limited, '--comment', 'Old data');
      expect(saved).toMatchObject({
        draft: { policy_id: id, comment: 'Old data' },
        comparison: { effect: 'narrower' },
      });
      expect((await ndx('policy', 'diff', id)).stdout).toMatch(/^narrower: /);
      expect(await ndx('policy', 'draft', 'save', id, limited)).toMatchObject({ status: 6 });

      const replaces = ['--replaces', digestOf(saved)];
      const again = await json('policy', 'draft', 'save', id, limited, ...replaces);
      const stale = await ndx('policy', 'draft', 'publish', id, digestOf(saved));
      expect(stale).toMatchObject({ status: 6, stdout: '' });
      const digest = digestOf(again);
      const published = await json('policy', 'draft', 'publish', id, digest);
      expect(published).toMatchObject({ id, status: 'published' });

      const { version } = published as { version: number };
      const first = ['--restore', String(version - 1)];
      const restored = await json('policy', 'draft', 'save', id, ...first);
      expect(restored).toMatchObject({ comparison: { effect: 'wider' } });
      await json('policy', 'draft', 'discard', id, digestOf(restored));
      expect(await ndx('policy', 'draft', 'get', id)).toMatchObject({ status: 5, stdout: '' });
      const other = await aPolicy(exchange(), {});
      expect(await json('policy', 'draft', 'save', other, '--copy', id)).toMatchObject({
        comparison: { effect: 'narrower' },
      });
    });

    test('schedules the draft of a policy, which is then published, and withdraws a time', async () => {
      const id = await aPolicy(exchange(), {});
      const renamed = `scheduled ${id}`;
      const saved = await json('policy', 'draft', 'save', id, JSON.stringify({ name: renamed }));
      const { digest } = (saved as { draft: { digest: string } }).draft;
      const publish = ['policy', 'draft', 'publish', id, digest, '--at'];
      expect(await ndx(...publish, 'tomorrow')).toMatchObject({ status: 2, stdout: '' });
      expect(await ndx(...publish, '2020-01-01T00:00:00Z')).toMatchObject({
        status: 7,
        stdout: '',
      });
      const at = '2199-01-01T00:00:00Z';
      expect(await json(...publish, at)).toMatchObject({
        schedule: { publish_at: new Date(at).toISOString(), failure: null },
      });
      expect((await ndx('policy', 'draft', 'get', id)).stdout).toContain('"publish_at": "2199-');
      expect(await json('policy', 'draft', 'unschedule', id, digest)).toMatchObject({
        schedule: null,
      });
      await json(...publish, new Date(Date.now() + 15_000).toISOString());
      await eventually(async () => {
        expect((await ndx('policy', 'get', id)).stdout).toContain(renamed);
      });
    });

    test('simulates a configuration or the draft over past queries', async () => {
      const business = new TestBusiness(exchange());
      const business_id = await business.furnish({ daysAgo: 20 });
      const query = { business_id, consent_id: await business.consent() };
      const { headers } = await queryUntil(exchange(), query, isIssued);
      const queryEventId = headers.get('x-ref-id') ?? '';
      const id = await aPolicy(exchange(), {});
      const recent = { model_selections: [{ model_name: IDENTITY, max_age_days: 10 }] };
      const simulate = ['policy', 'simulate', id];

      expect(await json(...simulate, JSON.stringify(recent), '--queries')).toMatchObject({
        simulation: { policy_id: id, policy_version: null, state: 'completed' },
        queries: expect.arrayContaining([
          expect.objectContaining({
            query_event_id: queryEventId,
            sections: [
              expect.objectContaining({ model_name: IDENTITY, change: 'lost', code: 'too_old' }),
            ],
          }),
        ]),
      });
      expect(await ndx(...simulate)).toMatchObject({ status: 5, stdout: '' });
      await json('policy', 'draft', 'save', id, JSON.stringify(recent));
      const { status, stdout } = await ndx(...simulate, '--queries');
      expect(status).toBe(0);
      expect(stdout).toMatch(/^state +completed$/m);
      expect(stdout).toMatch(
        new RegExp(`^${IDENTITY} +lost +First Demo Bank +too_old +[1-9]`, 'm'),
      );
      expect(stdout).toMatch(
        new RegExp(`^${queryEventId}.* Querying Demo Bank .*${IDENTITY} lost`, 'm'),
      );
      expect(await json(...simulate, '--policy-version', '1')).toMatchObject({
        simulation: { policy_version: 1, state: 'completed' },
      });
      const both = [...simulate, '{}', '--policy-version', '1'];
      expect(await ndx(...both)).toMatchObject({ status: 2, stdout: '' });
      expect(await ndx(...simulate, '--for', '2026-13')).toMatchObject({ status: 2, stdout: '' });
    });

    test('pulls policies as files, plans what their changes mean, and publishes them', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const id = await aPolicy(exchange(), {}, networkId);
      const folder = await mkdtemp(join(tmpdir(), 'ndx-policies-'));
      try {
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
        expect(await json('policy', 'apply', folder)).toMatchObject([
          { state: 'waits for approval', policy_id: id, digest: expect.any(String) },
        ]);
        await edit(`"version": ${version + 1}`, `"version": ${version}`);
        expect(await ndx('policy', 'plan', folder)).toMatchObject({ status: 6, stdout: '' });
        expect(await ndx('policy', 'apply', folder)).toMatchObject({ status: 6, stdout: '' });
        const schema = await readFile(join(folder, 'querying-policy.schema.json'), 'utf8');
        expect(JSON.parse(schema)).toMatchObject({ title: 'Querying policy' });
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    test('requires the approval of a second account, or a break-glass reason', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const id = await aPolicy(exchange(), {}, networkId);
      const reviewed = ['policy', 'changes', 'reviewed', '--network', networkId];
      expect(await json(...reviewed)).toMatchObject({ policy_changes: 'reviewed' });
      const edit = await ndx('policy', 'edit', id, '{"enforced":true}');
      expect(edit).toMatchObject({ status: 6, stderr: expect.stringMatching(/save a draft/) });
      const save = async (terms: string) => {
        const saved = await json('policy', 'draft', 'save', id, terms);
        return (saved as { draft: { digest: string } }).draft.digest;
      };
      const digest = await save('{"enforced":true}');
      expect(await ndx('policy', 'draft', 'approve', id, digest)).toMatchObject({ status: 4 });
      expect(await ndx('policy', 'draft', 'publish', id, digest)).toMatchObject({ status: 6 });

      const other = await CommandLine.open(exchange());
      try {
        await other.login(GOVERNOR);
        const approved = await other.run('policy', 'draft', 'approve', id, digest);
        expect(approved).toMatchObject({ status: 0, stdout: expect.stringContaining('approver') });
      } finally {
        await other.close();
      }
      const published = await json('policy', 'draft', 'publish', id, digest);
      expect(published).toMatchObject({ status: 'published', enforced: true });
      const second = await save('{"enforced":false}');
      const reason = ['--break-glass', 'The rule blocks every query'];
      expect(await json('policy', 'draft', 'publish', id, second, ...reason)).toMatchObject({
        enforced: false,
      });
    });
  });
}
