import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { stableId } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import {
  aPolicy,
  IDENTITY,
  isIssued,
  KYB_PRODUCT_ID,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import { CommandLine, ended } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { aFurnisherWithRecord, anIssuedQuery } from '../harness/furnished-record.js';
import { holdSimulations } from '../harness/hold-simulations.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';
import { useCommandLine } from '../harness/use-command-line.js';

interface ListedSimulation {
  readonly simulation_id: string;
  readonly policy_id: string;
}

/** The commands of a governor that change policies. */
export function commandLinePoliciesSuite(exchange: () => Exchange): void {
  describe('ndx policy', () => {
    const { ndx, json, start } = useCommandLine(exchange, OPERATOR);

    /** A policy whose simulations run until they are cancelled, in a network of its own. */
    const aHeldPolicy = async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const id = await aPolicy(exchange(), {}, networkId);
      return { id, networkId, release: await holdSimulations(exchange(), id) };
    };

    /** The id of the only simulation of a network, once it runs. */
    const runningSimulation = (networkId: string): Promise<string> =>
      eventually(async () => {
        const list = await json('policy', 'simulations', 'list', '--network', networkId);
        expect(list).toMatchObject([{ state: 'running' }]);
        return (list as [ListedSimulation])[0].simulation_id;
      });

    test('lists, changes and publishes a policy; a version that has passed is an error of class 6', async () => {
      const id = await aPolicy(exchange(), {});
      expect(await json('policy', 'list')).toContainEqual(expect.objectContaining({ id }));
      const version = async () => {
        const { stdout } = await ndx('policy', 'get', id);
        return (JSON.parse(stdout) as { readonly version: number }).version;
      };
      const first = await version();
      const expected = ['--expected-version', String(first)];
      const edit = ['policy', 'edit', id, '{"name":"edited"}', ...expected, '--now'];
      expect(await json(...edit)).toMatchObject({ id, name: 'edited' });
      expect(await version()).toBeGreaterThan(first);
      expect(await ndx(...edit)).toMatchObject({ status: 6, stdout: '' });
      expect(await json('policy', 'publish', id)).toMatchObject({ id, status: 'published' });
      const diff = ['policy', 'diff', id, '--policy-version', String(first)];
      expect(await json(...diff)).toMatchObject({ policy_id: id, policy_version: await version() });
    });

    test('creates a draft with the rules of another policy, for another network and product', async () => {
      const network_id = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${network_id}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const selection = { model_name: IDENTITY, is_required: true, max_age_days: 10 };
      const rules = { permissible_purposes: ['account_review'], model_selections: [selection] };
      const id = await aPolicy(exchange(), { enforced: true, ...rules });
      const create = ['policy', 'create', 'copied', '--copy', id, '--network', network_id];
      const copied = {
        ...{ network_id, name: 'copied', version: 1, status: 'draft', enforced: false },
        ...rules,
      };
      expect(await json(...create)).toMatchObject({ product_id: KYB_PRODUCT_ID, ...copied });
      const toTemplate = await json(...create, '--product', IDENTITY);
      expect(toTemplate).toMatchObject({ product_id: stableId('template', IDENTITY), ...copied });
      expect(await ndx(...create)).toMatchObject({
        ...{ status: 6, stdout: '', stderr: expect.stringContaining('already has') },
      });
      const unlike = [...create, '--product', 'annual_personal_income'];
      expect(await ndx(...unlike)).toMatchObject({ status: 7, stdout: '' });
      const list = (await json('policy', 'list', '--network', network_id)) as object[];
      expect(list).toHaveLength(2);
    });

    test('edits the draft of a published policy, which applies to no query', async () => {
      const id = await aPolicy(exchange(), {});
      const edit = (terms: object) => json('policy', 'edit', id, JSON.stringify(terms));
      const limited = [{ model_name: 'business_identity_verification', max_age_days: 30 }];
      expect(await edit({ model_selections: limited })).toMatchObject({
        comparison: { effect: 'narrower', policy_version: 2 },
      });
      expect(await edit({ name: 'edited twice' })).toMatchObject({
        draft: { name: 'edited twice', base_version: 2, model_selections: limited },
      });
      const { stdout } = await ndx('policy', 'get', id);
      expect(JSON.parse(stdout)).toMatchObject({ version: 2, model_selections: [] });
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
      const rules = { model_name: IDENTITY, is_required: true, max_age_days: 10 };
      const recent = { is_default: true, model_selections: [rules] };
      const simulate = ['policy', 'simulate', id];

      expect(await json(...simulate, JSON.stringify(recent), '--queries')).toMatchObject({
        simulation: { policy_id: id, policy_version: null, is_default: true, state: 'completed' },
        queries: expect.arrayContaining([
          expect.objectContaining({
            query_event_id: queryEventId,
            sections: expect.arrayContaining([
              expect.objectContaining({ model_name: IDENTITY, change: 'lost', code: 'too_old' }),
            ]),
          }),
        ]),
      });
      const kept = (await json('policy', 'simulations', 'list')) as ListedSimulation[];
      const one = kept.find(({ policy_id }) => policy_id === id)?.simulation_id ?? '';
      const shown = await json('policy', 'simulations', 'get', one, '--queries');
      expect(shown).toMatchObject({
        simulation: { simulation_id: one, policy_id: id },
        queries: expect.arrayContaining([
          expect.objectContaining({ query_event_id: queryEventId }),
        ]),
      });
      const replay = ['replay', queryEventId, '--simulation', one];
      expect(await json(...replay)).toMatchObject({
        query_event_id: queryEventId,
        simulation: {
          ...{ policy_id: id, policy_version: null, recorded_outcome: 'issued' },
          ...{ simulated_outcome: 'no_result', simulated_reason: 'required_section_missing' },
          records: expect.arrayContaining([
            expect.objectContaining({
              ...{ model_name: IDENTITY, recorded_code: 'chosen', simulated_code: 'too_old' },
            }),
          ]),
        },
      });
      expect(await ndx(...replay, '--policy', id)).toMatchObject({ status: 2, stdout: '' });
      expect(await ndx(...simulate)).toMatchObject({ status: 5, stdout: '' });
      const saved = await json('policy', 'draft', 'save', id, JSON.stringify(recent));
      const { status, stdout } = await ndx(...simulate, '--queries');
      expect(status).toBe(0);
      expect(stdout).toMatch(/^state +completed$/m);
      const [, drafted = ''] = /^simulation_id +(\S+)$/m.exec(stdout) ?? [];
      const under = `ndx replay QUERY-EVENT --simulation ${drafted}`;
      expect(stdout).toContain(under);
      expect((await ndx('replay', queryEventId, '--simulation', drafted)).stdout).toMatch(
        /^simulated +no_result$/m,
      );
      expect(stdout).toMatch(/^issued +no_result +required_section_missing +[1-9]/m);
      expect(stdout).toMatch(
        new RegExp(`^${IDENTITY} +lost +First Demo Bank +too_old +[1-9]`, 'm'),
      );
      expect(stdout).toMatch(
        new RegExp(`^${queryEventId}.* Querying Demo Bank .*${IDENTITY} lost`, 'm'),
      );
      const ofVersion = await json(...simulate, '--policy-version', '1');
      expect(ofVersion).toMatchObject({
        simulation: {
          ...{ policy_version: 1, state: 'completed', simulated_queries: 0 },
          not_simulated: expect.arrayContaining([
            { code: 'other_policy', count: expect.any(Number) },
          ]),
        },
      });
      const version = (ofVersion as { simulation: ListedSimulation }).simulation.simulation_id;
      expect(await json('replay', queryEventId, '--simulation', version)).toMatchObject({
        simulation: { policy_id: id, policy_version: 1, simulated_outcome: 'issued' },
      });
      const both = [...simulate, '{}', '--policy-version', '1'];
      expect(await ndx(...both)).toMatchObject({ status: 2, stdout: '' });
      expect(await ndx(...simulate, '--for', '2026-13')).toMatchObject({ status: 2, stdout: '' });
      const { digest } = (saved as { draft: { digest: string } }).draft;
      const archived = JSON.stringify({ status: 'archived', is_default: false });
      await json('policy', 'draft', 'save', id, archived, '--replaces', digest);
      expect(await json(...simulate)).toMatchObject({
        simulation: { status: 'archived', is_default: false, state: 'completed' },
      });
    });

    test('cancels the simulation of a command that was killed, after which the network can have another', async () => {
      const { id, networkId, release } = await aHeldPolicy();
      const simulate = ['policy', 'simulate', id, '{}'];
      const killed = start(simulate);
      const one = await runningSimulation(networkId);
      killed.kill('SIGKILL');
      expect(await ended(killed)).toMatchObject({ stdout: '' });
      expect(await ndx(...simulate)).toMatchObject({
        ...{ status: 6, stdout: '' },
        stderr: expect.stringContaining('a simulation of the network is running'),
      });
      const cancel = ['policy', 'simulations', 'cancel', one];
      const cancelled = { simulation: { simulation_id: one, policy_id: id, state: 'cancelled' } };
      expect(await json(...cancel)).toMatchObject(cancelled);
      expect((await ndx(...cancel)).stdout).toMatch(/^state +cancelled$/m);
      const unknown = ['policy', 'simulations', 'cancel', randomUUID()];
      expect(await ndx(...unknown)).toMatchObject({ status: 5, stdout: '' });
      await release();
      expect(await json(...simulate)).toMatchObject({ simulation: { state: 'completed' } });
    });

    test('cancels its simulation on Ctrl-C', async () => {
      const { id, networkId, release } = await aHeldPolicy();
      const simulating = start(['policy', 'simulate', id, '{}', '--json']);
      const one = await runningSimulation(networkId);
      simulating.kill('SIGINT');
      const { status, stdout } = await ended(simulating);
      const cancelled = { simulation: { simulation_id: one, state: 'cancelled' } };
      expect(status).toBe(130);
      expect(JSON.parse(stdout)).toMatchObject(cancelled);
      expect(await json('policy', 'simulations', 'get', one)).toMatchObject(cancelled);
      await release();
    });

    test('takes a furnishing policy from a draft through approval to the next version', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const path = '/v1/networks/policies/furnishing';
      const bank = await aFurnisherWithRecord(exchange(), networkId, 60);
      const created = { network_id: networkId, product_id: KYB_PRODUCT_ID, name: 'Recent' };
      const body = { ...created, active_on: new Date().toISOString() };
      const id = String((await succeed(exchange().as(OPERATOR).post(path, body)))['id']);
      await json('policy', 'changes', 'reviewed', '--network', networkId);
      const draft = (command: string, ...args: string[]) =>
        ['policy', 'draft', command, ...args, '--furnishing'] as const;
      const recent = '{"policy_metadata":{"max_age_days":30}}';
      const saved = await json(...draft('save', id, recent, '--comment', 'Old data'));
      expect(saved).toMatchObject({
        draft: { policy_id: id, comment: 'Old data', policy_metadata: { max_age_days: 30 } },
        comparison: { effect: 'narrower', applied_policy_id: id },
      });
      const { digest } = (saved as { draft: { digest: string } }).draft;
      const { stdout } = await ndx('policy', 'diff', id, '--furnishing');
      expect(stdout).toMatch(/^narrower: The network can accept fewer records/);
      expect(stdout).toContain('+ A verification must be at most 30 days old.');
      const simulate = ['policy', 'simulate', id, '--furnishing'];
      expect(await json(...simulate)).toMatchObject({ examined_records: 1, refused_records: 1 });
      expect((await ndx(...simulate)).stdout).toContain(`${bank.organization}  1        1`);
      const unchanged = await json(...simulate, '{"policy_metadata":{}}');
      expect(unchanged).toMatchObject({ accepted_records: 1, refused_records: 0 });
      expect(await ndx(...draft('publish', id, digest))).toMatchObject({ status: 6, stdout: '' });
      const submitted = await json(...draft('submit', id, digest));
      const { submission } = submitted as { submission: { summary_digest: string } };
      const summary = ['--summary', submission.summary_digest];
      expect(submission).toMatchObject({
        summary: {
          ...{ effect: 'narrower', simulation: null, tests: [] },
          record_simulation: { examined_records: 1, accepted_records: 0, refused_records: 1 },
        },
      });
      expect(await ndx(...draft('approve', id, digest, ...summary))).toMatchObject({ status: 4 });

      const other = await CommandLine.open(exchange());
      try {
        await other.login(GOVERNOR);
        const shown = await other.run(...draft('approve', id));
        expect(shown.stdout).toMatch(/^simulation +stated by /m);
        expect(shown.stdout).toMatch(/^refused_records +1$/m);
        const approved = await other.run(...draft('approve', id, digest, ...summary));
        expect(approved).toMatchObject({ status: 0, stdout: expect.stringContaining('approver') });
      } finally {
        await other.close();
      }
      const published = await json(...draft('publish', id, digest));
      expect(published).toMatchObject({ version: 2, policy_metadata: { max_age_days: 30 } });
      const next = (published as { id: string }).id;
      expect(next).not.toBe(id);
      const list = ['policy', 'list', '--furnishing', '--network', networkId];
      expect((await ndx(...list)).stdout).toMatch(
        new RegExp(`^${next} +Recent +2 .* no end$`, 'm'),
      );

      const restore = (version: string) =>
        draft('save', next, '--restore', version, '--network', networkId);
      expect(await ndx(...restore('3'))).toMatchObject({ status: 2 });
      const restored = await json(...restore('1'));
      expect(restored).toMatchObject({ comparison: { effect: 'wider' } });
      const first = (restored as { draft: { digest: string } }).draft.digest;
      const former = ['--copy', id, '--network', networkId, '--replaces', first];
      const again = await json(...draft('save', next, ...former));
      expect(again).toMatchObject({ comparison: { effect: 'wider' } });
      const copy = ['policy', 'create', 'Copied', '--furnishing', '--copy', next];
      expect(await json(...copy, '--network', networkId)).toMatchObject({
        ...{ version: 1, active_on: null, policy_metadata: { max_age_days: 30 } },
      });
      const second = (again as { draft: { digest: string } }).draft.digest;
      const reason = ['--break-glass', 'No bank can furnish'];
      expect(await json(...draft('publish', next, second, ...reason))).toMatchObject({
        version: 3,
      });
    });

    test('requires the approval of a second account, or a break-glass reason', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      const id = await aPolicy(exchange(), {}, networkId);
      const reviewed = ['policy', 'changes', 'reviewed', '--network', networkId];
      expect(await json(...reviewed)).toMatchObject({ policy_changes: 'reviewed' });
      const edit = await ndx('policy', 'edit', id, '{"enforced":true}', '--now');
      expect(edit).toMatchObject({ status: 6, stderr: expect.stringMatching(/save a draft/) });
      const save = async (terms: string) => {
        const saved = await json('policy', 'draft', 'save', id, terms);
        return (saved as { draft: { digest: string } }).draft.digest;
      };
      const digest = await save('{"enforced":true}');
      const inNetwork = ['policy', 'drafts', '--network', networkId];
      expect(await json(...inNetwork)).toMatchObject([{ policy_id: id, digest }]);
      const drafts = new RegExp(`^${id} +querying .* awaits approval`, 'm');
      expect((await ndx('policy', 'drafts')).stdout).toMatch(drafts);
      expect(await ndx('policy', 'draft', 'publish', id, digest)).toMatchObject({ status: 6 });
      const simulated = await json('policy', 'simulate', id);
      const submitted = await json('policy', 'draft', 'submit', id, digest);
      const { simulation_id } = (simulated as { simulation: { simulation_id: string } }).simulation;
      expect(submitted).toMatchObject({
        submission: {
          summary: {
            ...{ draft_digest: digest, tests: [], record_simulation: null },
            simulation: { simulation_id, changed_queries: 0 },
          },
        },
      });
      const approve = ['policy', 'draft', 'approve', id];
      expect(await ndx(...approve, digest)).toMatchObject({ status: 2, stdout: '' });
      const own = await ndx(...approve, digest, '--summary', 'a'.repeat(64));
      expect(own).toMatchObject({ status: 4 });

      const other = await CommandLine.open(exchange());
      try {
        await other.login(GOVERNOR);
        const { stdout } = await other.run(...approve);
        expect(stdout).toMatch(new RegExp(`^simulation +${simulation_id}$`, 'm'));
        const [, read = ''] = /^summary_digest +([0-9a-f]{64})$/m.exec(stdout) ?? [];
        const another = await other.run(...approve, digest, '--summary', 'a'.repeat(64));
        expect(another).toMatchObject({ status: 6, stderr: expect.stringContaining(read) });
        const approved = await other.run(...approve, digest, '--summary', read);
        expect(approved).toMatchObject({ status: 0, stdout: expect.stringContaining('approver') });
      } finally {
        await other.close();
      }
      const published = await json('policy', 'draft', 'publish', id, digest);
      expect(published).toMatchObject({ status: 'published', enforced: true });
      expect((await ndx(...inNetwork)).stdout).toContain('No draft is open.');
      const second = await save('{"enforced":false}');
      const reason = ['--break-glass', 'The rule blocks every query'];
      expect(await json('policy', 'draft', 'publish', id, second, ...reason)).toMatchObject({
        enforced: false,
      });
      const reference = await anIssuedQuery(exchange(), networkId, id);
      expect((await ndx('evidence', reference)).stdout).toMatch(
        new RegExp(`^BREAK-GLASS.*\n${id} .* The rule blocks every query$`, 'm'),
      );
    });
  });
}
