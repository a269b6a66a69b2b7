import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { aPolicyTest } from '../harness/a-policy-test.js';
import { IDENTITY } from '../harness/business.js';
import { ended, type Ran } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { useCommandLine } from '../harness/use-command-line.js';

const SANDBOX = join(projectRoot(), 'tools', 'dist', 'sandbox.js');
const TYPE = `${IDENTITY}.business_entity_type`;
const POLICY = 'policy.json';

/** The configuration of a policy file: a verified corporation that is at most 90 days old. */
const CONFIGURATION = {
  consent: null,
  permissible_purposes: [],
  model_selections: [
    {
      ...{ model_name: IDENTITY, is_required: true, max_age_days: 90 },
      field_selections: [{ field_name: 'business_entity_type', accepted_values: ['corporation'] }],
    },
  ],
};

/** Tests of policies, played through the real system. */
export function sandboxPlaysSuite(exchange: () => Exchange): void {
  describe('npm run sandbox -- --play', () => {
    const { ndx, folder } = useCommandLine(exchange, OPERATOR);
    const policies = () => join(folder(), 'policies');
    const pathOf = (name: string) => join(policies(), 'tests', `${name}.json`);

    /** Plays the test of that name, written as a file if it is given. */
    async function play(name: string, content?: object): Promise<Ran> {
      if (content) await writeFile(pathOf(name), JSON.stringify({ ...content, policy: POLICY }));
      const { dataDir } = exchange().network;
      return ended(spawn(process.execPath, [SANDBOX, '--data', dataDir, '--play', pathOf(name)]));
    }

    const writePolicy = (change: object = {}) =>
      writeFile(
        join(policies(), POLICY),
        JSON.stringify({
          ...{ policy_id: '00000000-0000-4000-8000-000000000001', version: 1 },
          configuration: { ...CONFIGURATION, ...change },
        }),
      );

    beforeAll(async () => {
      await mkdir(join(policies(), 'tests'), { recursive: true });
      await writePolicy();
    });

    test('issues what a counter-example of a question says, unless the policy has changed', async () => {
      const question = ['--without-consent', TYPE, '--save', pathOf('unconsented')];
      const asked = await ndx('policy', 'ask', join(policies(), POLICY), ...question);
      expect(asked).toMatchObject({ status: 14 });
      const played = await play('unconsented');
      expect(played).toMatchObject({ status: 0, stderr: '' });
      expect(played.stdout).toMatch(/\noutcome +issued +issued\n/);
      expect(played.stdout).toMatch(/\n {2}business_entity_type +corporation +corporation\n/);
      expect(played.stdout).toMatch(`\npassed  a member can read ${TYPE} without a consent\n`);

      await writePolicy({ consent: 'required' });
      try {
        expect(await play('unconsented')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining('expected issued, found refused (consent_required)'),
        });
      } finally {
        await writePolicy();
      }
    });

    test('issues an old record whose time of verification a consent hides', async () => {
      const question = ['--older-than', '90', '--save', pathOf('old')];
      const asked = await ndx('policy', 'ask', join(policies(), POLICY), ...question);
      expect(asked).toMatchObject({ status: 14 });
      const { consents } = JSON.parse(await readFile(pathOf('old'), 'utf8')) as {
        readonly consents: readonly unknown[];
      };
      expect(consents).toHaveLength(1);
      expect(await play('old')).toMatchObject({ status: 0, stderr: '' });
    });

    test.each([
      ['total_consumer_assets', 'housing_status_own_rent'],
      ['annual_personal_income', 'pay_frequency'],
      ['address_verification', 'address_verification_method_type'],
      ['business_identity_verification', 'business_entity_type'],
      ['consumer_credit_health_snapshot', 'debt_to_income_ratio'],
    ])('issues what a counter-example about the template %s says', async (slug, field) => {
      const file = join(policies(), `${slug}.json`);
      const of = { policy_id: '00000000-0000-4000-8000-000000000002', version: 1 };
      const configuration = {
        ...{ consent: 'permissible_purpose', permissible_purposes: [] },
        model_selections: [{ model_name: slug, max_age_days: 90 }],
      };
      await writeFile(file, JSON.stringify({ ...of, configuration }));
      for (const [name, question] of [
        ['open', ['--without-consent', `${slug}.${field}`]],
        ['aged', ['--older-than', '30']],
      ] as const) {
        const saved = pathOf(`${slug}-${name}`);
        const asked = await ndx('policy', 'ask', file, ...question, '--save', saved);
        expect(asked).toMatchObject({ status: 14 });
        const played = await play(`${slug}-${name}`);
        expect([played.stdout, played.stderr, played.status]).toEqual([
          expect.stringMatching(/\noutcome +issued +issued\n/),
          '',
          0,
        ]);
      }
    });

    test("moves the querying institution's clock to the query of a test, and back", async () => {
      const clockOf = async () => {
        const { body } = await exchange().as(QUERYING_BANK).get('/v1/sandbox/clock');
        return (body as { readonly offset_seconds: number }).offset_seconds;
      };
      const before = await clockOf();
      const young = aPolicyTest('a young record is issued', '2026-05-01');
      expect(await play('young', young)).toMatchObject({ status: 0, stderr: '' });
      const old = {
        ...aPolicyTest('an old record is not issued', '2026-01-01'),
        expected: { outcome: 'no_result', reason: 'too_old' },
      };
      expect(await play('too-old', old)).toMatchObject({ status: 0, stderr: '' });
      expect(await clockOf()).toBe(before);
    });

    test('refuses with a consent that has expired or is revoked', async () => {
      const { records, query, ...rest } = aPolicyTest('a consent ended', '2026-05-01');
      const endedBy = (ending: object, reason: string) => ({
        ...rest,
        records,
        query: { ...query, consent_id: 'ended' },
        consents: [{ consent_id: 'ended', ...ending }],
        expected: { outcome: 'refused', reason },
      });
      const expired = endedBy({ expires_at: '2026-05-20T00:00:00Z' }, 'consent_expired');
      expect(await play('expired', expired)).toMatchObject({ status: 0, stderr: '' });
      const revoked = endedBy({ revoked_at: '2026-05-20T00:00:00Z' }, 'consent_revoked');
      expect(await play('revoked', revoked)).toMatchObject({ status: 0, stderr: '' });
    });

    test('names what it cannot make', async () => {
      const template = {
        ...{ name: 'a template', at: '2026-06-01T00:00:00Z', records: [] },
        query: { querying_entity_id: 'Querying Bank', template_slug: 'total_consumer_assets' },
        expected: { outcome: 'no_result' },
      };
      expect(await play('template', template)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('expected.outcome: a play of a template shows'),
      });
      const unreadable = { ...template, query: {} };
      expect(await play('unreadable', unreadable)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('unreadable.json: '),
      });
    });
  });
}
