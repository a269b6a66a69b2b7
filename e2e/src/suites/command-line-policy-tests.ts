import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
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

/** A saved counter-example. */
interface CounterExample {
  readonly query: { readonly permissible_purpose: string };
  readonly records: readonly [{ readonly [IDENTITY]: object }];
  readonly expected: {
    readonly result: { readonly [IDENTITY]: Readonly<Record<string, unknown>> };
  };
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

    test('precedes an application, which sends nothing when one fails', async () => {
      const failed = { status: 13, stdout: '', stderr: expect.stringContaining('FAILED') };
      // Without a session, a request would end with another status.
      expect(await commandLine.run('policy', 'apply', folder)).toMatchObject(failed);

      await edit('no-result', { expected: { outcome: 'no_result', reason: 'value_not_accepted' } });
      await edit('refused', { expected: { outcome: 'refused', reason: 'consent_required' } });
      const passed = { status: 0, stdout: expect.stringContaining('4 passed, 0 failed') };
      expect(await commandLine.run('policy', 'test', folder)).toMatchObject(passed);
      expect(await commandLine.run('policy', 'apply', folder)).toMatchObject({ status: 3 });

      await edit('refused', { expcted: {} });
      expect(await commandLine.run('policy', 'test', folder)).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('tests/refused.json: expcted is not a known field: {}'),
      });
    });

    test('answers a question with a counter-example that the system answers alike', async () => {
      const saved = join(folder, 'tests', 'unconsented.json');
      const file = join(folder, policy.file);
      const question = ['--without-consent', `${IDENTITY}.business_entity_type`];
      const asked = await commandLine.run('policy', 'ask', file, ...question, '--save', saved);
      expect(asked).toMatchObject({ status: 14, stderr: '' });
      expect(asked.stdout).toMatch(
        `Yes: a member can read ${IDENTITY}.business_entity_type without a consent.`,
      );

      const world = JSON.parse(await readFile(saved, 'utf8')) as CounterExample;
      expect(world).toMatchObject({ policy: policy.file, records: [{}], consents: [] });
      const { query, records, expected } = world;
      const business_identity = new TestBusiness(exchange()).identity;
      const record = { business_identity, [IDENTITY]: records[0][IDENTITY] };
      const furnished = await exchange()
        .as(FIRST_BANK)
        .post(FURNISH, { network_id: DEMO_NETWORK.id, records: [record] });
      const { results } = furnished.body as { results: [{ business_id: string }] };
      const answer = await eventually(async () => {
        const { business_id } = results[0];
        const body = { network_ids: [DEMO_NETWORK.id], policy_id: policy.id, business_id };
        const headers = { 'x-permissible-purpose': query.permissible_purpose };
        const found = await exchange().as(QUERYING_BANK).post(QUERY, body, headers);
        isIssued(found);
        return found;
      });
      // The furnisher of the counter-example is made up.
      const section = { ...expected.result[IDENTITY], furnishing_entity_id: FIRST_BANK.entityId };
      expect(answer.body).toMatchObject({ result: { [IDENTITY]: section } });

      const { configuration, ...rest } = JSON.parse(await readFile(file, 'utf8')) as {
        configuration: object;
      };
      const narrower = join(commandLine.folder, 'narrower.json');
      const required = { ...rest, configuration: { ...configuration, consent: 'required' } };
      await writeFile(narrower, JSON.stringify(required));
      expect(await commandLine.run('policy', 'ask', narrower, ...question)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('No: no member can read'),
      });
      await commandLine.login(OPERATOR);
      const published = await commandLine.run('policy', 'ask', '--policy', policy.id, ...question);
      expect(published).toMatchObject({ status: 14 });
      await commandLine.run('logout');
    });

    test('answers a question about a template with a case that its test decides alike', async () => {
      const policies = join(commandLine.folder, 'templates');
      await mkdir(join(policies, 'tests'), { recursive: true });
      const slug = 'total_consumer_assets';
      const file = join(policies, `${slug}.open.json`);
      const saved = join(policies, 'tests', 'unconsented.json');
      const write = (consent: string) =>
        writeFile(
          file,
          JSON.stringify({
            ...{ policy_id: policy.id, version: 1 },
            configuration: { consent, permissible_purposes: ['employment'], model_selections: [] },
          }),
        );
      await write('permissible_purpose');
      const question = ['--without-consent', `${slug}.housing_status_own_rent`];
      const ask = (...args: string[]) => commandLine.run('policy', 'ask', ...args);
      expect(await ask(file, ...question, '--save', saved)).toMatchObject({
        status: 14,
        stdout: expect.stringContaining(`can read ${slug}.housing_status_own_rent without a`),
      });
      expect(await commandLine.run('policy', 'test', policies)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('1 passed, 0 failed'),
      });
      await write('required');
      expect(await ask(file, ...question)).toMatchObject({ status: 0 });
      expect(await ask(file, ...question, '--product', 'kyb_certificate')).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('section must be one of business_'),
      });
      const bundle = ['--without-consent', 'kyc_certificate_bundle'];
      expect(await ask(file, ...bundle, '--product', 'kyc_certificate_bundle')).toMatchObject({
        status: 7,
        stderr: expect.stringContaining('ask about those of address_verification'),
      });
    });

    test('saves past queries as tests that pass until the policy changes, without values of the business', async () => {
      expect(await commandLine.login(OPERATOR)).toMatchObject({ status: 0 });
      const saved = join(commandLine.folder, 'saved');
      const pulled = await commandLine.json('policy', 'pull', saved);
      const files = pulled as { name: string; file: { policy_id: string } }[];
      const name = files.find((each) => each.file.policy_id === policy.id)?.name ?? '';
      const cases = {
        issued: { entityType: 'corporation', purpose: PURPOSE },
        'no-result': { entityType: 'llc', purpose: PURPOSE },
        consented: { entityType: 'corporation', consentedFields: `${IDENTITY}.*` },
      };
      for (const [file, asked] of Object.entries(cases)) {
        const path = join(saved, 'tests', `${file}.json`);
        const answer = await answered(`written-${file}`, asked);
        const reference = answer.headers.get('x-ref-id') ?? '';
        const write = ['policy', 'save-test', reference, '--out', path, '--name', file];
        expect(await commandLine.run(...write)).toMatchObject({ status: 0, stderr: '' });
        expect(await commandLine.run(...write)).toMatchObject({ status: 6 });
        const text = await readFile(path, 'utf8');
        const written = JSON.parse(await readFile(pathOf(`written-${file}`), 'utf8')) as {
          records: { business_identity: object; [IDENTITY]: { data: object } }[];
        };
        for (const record of written.records) {
          const {
            business_identity,
            [IDENTITY]: { data },
          } = record;
          for (const value of identifying({ ...business_identity, ...data })) {
            expect(text).not.toContain(value);
          }
        }
      }
      await commandLine.run('logout');
      expect(await commandLine.run('policy', 'test', saved)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('3 passed, 0 failed'),
      });
      const path = join(saved, name);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replaceAll('"corporation"', '"partnership"'));
      expect(await commandLine.run('policy', 'test', saved)).toMatchObject({
        status: 13,
        stdout: expect.stringContaining('1 passed, 2 failed'),
      });
    });
  });
}

/** Values that a test may keep, because a policy compares them. */
const KEPT = ['corporation', 'active', 'operating', 'match', 'verified', 'llc'];

/** The other texts of a business; short ones, such as the code of a state, occur by chance. */
function identifying(values: object): string[] {
  const texts = Object.values(values).flatMap((value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );
  return texts.filter(
    (text): text is string => typeof text === 'string' && text.length > 5 && !KEPT.includes(text),
  );
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
