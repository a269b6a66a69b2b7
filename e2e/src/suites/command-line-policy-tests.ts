import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoSections } from '@ndx/tools/demo/demo-business';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import {
  aPolicy,
  FURNISH,
  IDENTITY,
  isIssued,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import { CommandLine } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';

const PURPOSE = 'customer_due_diligence';

/** Corporations only, for one purpose. */
const RULES = {
  permissible_purposes: [PURPOSE],
  model_selections: [
    {
      model_name: IDENTITY,
      is_required: true,
      field_selections: [{ field_name: 'business_entity_type', accepted_values: ['corporation'] }],
    },
  ],
};

interface Case {
  readonly entityType?: string;
  readonly purpose?: string;
  /** The fields of a consent that the query names. */
  readonly consentedFields?: string;
}

type Sections = Readonly<Record<string, object | null>>;

interface RanTest {
  readonly file: string;
  readonly passed: boolean;
  readonly found: {
    readonly outcome: string;
    readonly reasons: readonly string[];
    readonly result?: Sections;
  };
}

/** Tests of policies, which need no server, against the answers of the system. */
export function commandLinePolicyTestsSuite(exchange: () => Exchange): void {
  describe('ndx policy test', () => {
    let commandLine: CommandLine;
    let folder: string;
    let policy: { readonly id: string; readonly file: string };

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
      expect(await commandLine.login(OPERATOR)).toMatchObject({ status: 0 });
      folder = join(commandLine.folder, 'policies');
      const id = await aPolicy(exchange(), RULES);
      const pulled = await commandLine.json('policy', 'pull', folder);
      const files = pulled as { name: string; file: { policy_id: string } }[];
      const file = files.find((each) => each.file.policy_id === id)?.name;
      if (file === undefined) throw new Error('the policy was not pulled');
      policy = { id, file };
      await commandLine.run('logout');
    });

    afterAll(() => commandLine.close());

    /** Furnishes and queries, and writes the same as a test; returns the system's answer. */
    async function answered(name: string, { entityType, purpose, consentedFields }: Case) {
      const business = new TestBusiness(exchange());
      const at = Date.now();
      const sections = demoSections(business.registration, {
        performedAt: new Date(at - 86_400_000).toISOString(),
        source: 'registry',
        operatingCity: 'Cambridge',
      });
      const data = { ...sections[IDENTITY].data, business_entity_type: entityType };
      const record = {
        business_identity: business.identity,
        ...sections,
        [IDENTITY]: { ...sections[IDENTITY], data },
      };
      const furnished = await exchange()
        .as(FIRST_BANK)
        .post(FURNISH, { network_id: DEMO_NETWORK.id, records: [record] });
      const { results } = furnished.body as { results: [{ business_id: string }] };
      const business_id = results[0].business_id;
      await queryUntil(exchange(), { business_id }, isIssued);
      const consented = consentedFields === undefined ? {} : { consented_fields: consentedFields };
      const consent_id =
        consentedFields === undefined ? undefined : await business.consent(consented);

      await writeTest(name, {
        ...{ name, policy: policy.file, at: new Date(at + 3_600_000).toISOString() },
        query: {
          querying_entity_id: QUERYING_BANK.entityId,
          product_slug: 'kyb_certificate',
          permissible_purpose: purpose,
          consent_id,
        },
        records: [
          {
            furnishing_entity_id: FIRST_BANK.entityId,
            furnished_at: new Date(at).toISOString(),
            ...record,
          },
        ],
        consents:
          consent_id === undefined
            ? []
            : [{ consent_id, ...consented, business_consent_identity: business.identity }],
        expected: { outcome: 'issued' },
      });
      const query = { network_ids: [DEMO_NETWORK.id], policy_id: policy.id };
      const headers = purpose === undefined ? undefined : { 'x-permissible-purpose': purpose };
      return exchange()
        .as(QUERYING_BANK)
        .post(QUERY, { ...query, ...(consent_id ? { consent_id } : { business_id }) }, headers);
    }

    const pathOf = (name: string) => join(folder, 'tests', `${name}.json`);

    async function writeTest(name: string, content: object): Promise<void> {
      await mkdir(join(folder, 'tests'), { recursive: true });
      await writeFile(pathOf(name), JSON.stringify(content));
    }

    async function edit(name: string, change: object): Promise<void> {
      const content = JSON.parse(await readFile(pathOf(name), 'utf8')) as object;
      await writeTest(name, { ...content, ...change });
    }

    test('decides as the system answers, without a session, and reports each failure', async () => {
      const answers = {
        issued: await answered('issued', { entityType: 'corporation', purpose: PURPOSE }),
        'no-result': await answered('no-result', { entityType: 'llc', purpose: PURPOSE }),
        refused: await answered('refused', { entityType: 'corporation', purpose: 'employment' }),
        consented: await answered('consented', {
          entityType: 'corporation',
          consentedFields: `${IDENTITY}.*`,
        }),
      };
      expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 204, 403, 200]);

      const report = join(commandLine.folder, 'report.xml');
      const ran = await commandLine.run('policy', 'test', folder, '--json', '--junit', report);
      expect(ran).toMatchObject({ status: 13, stderr: '' });
      const tests = JSON.parse(ran.stdout) as RanTest[];
      const inFile = (name: string) => tests.find(({ file }) => file === `tests/${name}.json`);
      for (const [name, answer] of Object.entries(answers)) {
        expect({ name, ...answerFound(inFile(name)) }).toEqual({ name, ...answerOf(answer) });
      }
      expect(tests.map(({ passed }) => passed)).toEqual([true, true, false, false]);
      expect(inFile('no-result')?.found.reasons).toEqual(['value_not_accepted']);
      const xml = await readFile(report, 'utf8');
      expect(xml).toContain('tests="4" failures="2"');
      expect(xml).toContain('expected issued, found refused (consent_required)');
      expect(await commandLine.run('policy', 'test', folder)).toMatchObject({
        status: 13,
        stdout: expect.stringContaining('expected issued, found no_result (value_not_accepted)'),
      });
    });

    test('precedes a plan and an application, which send nothing when one fails', async () => {
      const failed = { status: 13, stdout: '', stderr: expect.stringContaining('FAILED') };
      // Without a session, a request would end with another status.
      expect(await commandLine.run('policy', 'plan', folder)).toMatchObject(failed);
      expect(await commandLine.run('policy', 'apply', folder)).toMatchObject(failed);

      await edit('no-result', { expected: { outcome: 'no_result', reason: 'value_not_accepted' } });
      await edit('refused', { expected: { outcome: 'refused', reason: 'consent_required' } });
      const passed = { status: 0, stdout: expect.stringContaining('4 passed, 0 failed') };
      expect(await commandLine.run('policy', 'test', folder)).toMatchObject(passed);
      expect(await commandLine.run('policy', 'plan', folder)).toMatchObject({ status: 3 });

      await edit('refused', { expcted: {} });
      expect(await commandLine.run('policy', 'test', folder)).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('tests/refused.json: expcted is not a known field: {}'),
      });
    });
  });
}

const OUTCOMES: Readonly<Record<number, string>> = { 200: 'issued', 204: 'no_result' };

function answerOf({ status, body }: ApiAnswer) {
  if (status === 403) return { outcome: 'refused', reason: (body as { reason: string }).reason };
  const { result = {} } = (body ?? {}) as { readonly result?: Sections };
  const sections = Object.entries(result).filter(([name]) => name !== 'meta');
  return { outcome: OUTCOMES[status], result: comparable(Object.fromEntries(sections)) };
}

function answerFound(ran: RanTest | undefined) {
  if (!ran) throw new Error('a test was not run');
  const { outcome, reasons, result = {} } = ran.found;
  return outcome === 'refused'
    ? { outcome, reason: reasons[0] }
    : { outcome, result: comparable(result) };
}

/** The sections without the ids of attestations, which a test does not have. */
function comparable(sections: Sections): object {
  return Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [
      name,
      section && { ...section, attestation_id: null },
    ]),
  );
}
