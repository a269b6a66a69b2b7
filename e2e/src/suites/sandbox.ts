import { randomUUID } from 'node:crypto';
import type { SandboxConsent } from '@ndx/client/sandbox';
import { FURNISH_FAULT_CODES, SANDBOX_FAULT_IDENTIFIERS } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { NotAnsweredError, type ApiAnswer, type ApiClient } from '@ndx/tools/network/api-client';
import { listAll } from '@ndx/tools/network/expect-answer';
import { causeOutcome } from '@ndx/tools/sandbox/cause-outcome';
import { fillSandbox, policyIds, type SandboxConsents } from '@ndx/tools/sandbox/fill-sandbox';
import type { Outcome } from '@ndx/tools/sandbox/outcome';
import { IDENTITY, OUTCOMES } from '@ndx/tools/sandbox/outcomes';
import { sandboxParties, type SandboxParties } from '@ndx/tools/sandbox/sandbox-parties';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { FURNISH, KYB_PRODUCT_ID } from '../harness/business.js';
import { CommandLine, ended } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { aParticipant } from '../harness/participant.js';

interface Explanation {
  readonly code: string;
  readonly sections: readonly {
    readonly model_name: string;
    readonly code: string;
    readonly records: readonly { readonly code: string }[];
  }[];
}

/** Every published outcome of the sandbox happens as the table says (decision 0086). */
export function sandboxSuite(exchange: () => Exchange): void {
  describe('the sandbox', () => {
    let parties: SandboxParties;
    let consents: SandboxConsents;
    let policies: ReadonlyMap<string, string>;
    beforeAll(async () => {
      parties = sandboxParties((institution) => exchange().as(institution));
      consents = await fillSandbox(parties);
      policies = await policyIds(parties);
    });

    const cause = (outcome: Outcome) => causeOutcome(parties, consents, policies, outcome);

    test.each(OUTCOMES.map((outcome) => [outcome.name, outcome] as const))(
      'has the outcome %s',
      async (_name, outcome) => {
        await eventually(async () => {
          const answer = await cause(outcome);
          expect(await seen(parties, outcome, answer)).toEqual(outcome.expected);
          await retry(outcome, answer, () => cause(outcome));
        });
      },
      60_000,
    );

    test('has every outcome for a bank that has just joined and ran ndx sandbox fill', async () => {
      const { client, token } = await aParticipant(exchange(), parties.networkId, 'querier');
      const commandLine = await CommandLine.open(exchange());
      const fill = async () => {
        const variables = { NDX_URL: exchange().url, NDX_TOKEN: await token() };
        const { status, stdout, stderr } = await ended(
          commandLine.start(['sandbox', 'fill', '--json'], variables),
        );
        expect([status, stderr]).toEqual([0, '']);
        return JSON.parse(stdout) as SandboxConsent[];
      };
      try {
        const filled = await fill();
        const own: SandboxConsents = new Map(filled.map((each) => [each.outcome, each]));
        const asBank = { ...parties, querier: client };
        const answered = [];
        // The faults need no consent of their own.
        const outcomes = OUTCOMES.filter(({ query }) => query?.fault === undefined);
        for (const outcome of outcomes) {
          const answer = await causeOutcome(asBank, own, policies, outcome);
          answered.push([outcome.name, await seen(asBank, outcome, answer)]);
        }
        expect(answered).toEqual(outcomes.map(({ name, expected }) => [name, expected]));
        expect(await fill()).toEqual(filled);
      } finally {
        await commandLine.close();
      }
    }, 120_000);

    test.each(Object.entries(CHANGES))(
      'closes the connection of a %s that is stored, and answers its retry without storing it again',
      async (_name, changeOf) => {
        const { by, path, body, list } = changeOf(parties);
        const key = { 'idempotency-key': randomUUID() };
        const stored = async () => (await listAll(by, list)).length;
        const before = await stored();
        await expect(by.post(path, body, key)).rejects.toThrow(NotAnsweredError);
        expect(await stored()).toBe(before + 1);
        const { status, headers } = await by.post(path, body, key);
        expect([status, headers.get('idempotency-replayed')]).toEqual([200, 'true']);
        expect(await stored()).toBe(before + 1);
      },
    );

    test('is filled once: filling it again changes no consent or policy and furnishes no record', async () => {
      const stored = async () => [await submissionsOf(parties), await policiesOf(parties)];
      const before = await stored();
      expect(await fillSandbox(parties)).toEqual(consents);
      expect(await stored()).toEqual(before);
    });

    test('rejects a record with each code that a header can name', async () => {
      const { furnishers, networkId: network_id } = parties;
      const request = { network_id, records: [{}] };
      for (const code of FURNISH_FAULT_CODES) {
        const headers = { 'X-Sandbox-Record-Code': code };
        const { status, body } = await furnishers.attested.post(FURNISH, request, headers);
        expect({ status, body }).toMatchObject({
          status: 200,
          body: { submission_id: null, results: [{ accepted: false, errors: [{ code }] }] },
        });
      }
    });

    test('has a new consent for each expired one after it was filled again', async () => {
      const { querier, networkId } = parties;
      const expired = consents.get('all-sections')?.consentId;
      const statusOf = async (id: string | null | undefined) => {
        const { body } = await querier.get(
          `/v1/consent/business/${String(id)}?network_id=${networkId}`,
        );
        return (body as { readonly status: string }).status;
      };
      await querier.post('/v1/sandbox/clock', { advance_seconds: 40_000_000 });
      try {
        await eventually(async () => expect(await statusOf(expired)).toBe('expired'));
        const filled = await fillSandbox(parties);
        const id = filled.get('all-sections')?.consentId;
        expect([id === expired, await statusOf(id)]).toEqual([false, 'active']);
        expect(filled.get('consent-expired')).toEqual(consents.get('consent-expired'));
      } finally {
        await querier.delete('/v1/sandbox/clock');
      }
      await eventually(async () => expect(await statusOf(expired)).toBe('active'));
    });
  });
}

/** A change whose connection is cut by its identifier, and the list that it adds to. */
interface CutChange {
  readonly by: ApiClient;
  readonly path: string;
  readonly body: object;
  readonly list: string;
}

const CUT = SANDBOX_FAULT_IDENTIFIERS.connection_cut;

const CHANGES: Readonly<Record<string, (parties: SandboxParties) => CutChange>> = {
  furnish: ({ furnishers: { attested }, networkId }) => {
    const verification = {
      performedAt: new Date().toISOString(),
      source: 'registry',
      operatingCity: 'Cambridge',
    };
    const sections = demoSections(CUT.registration, verification);
    const record = {
      business_identity: demoBusiness(CUT.registration),
      [IDENTITY]: sections[IDENTITY],
    };
    return {
      by: attested,
      path: '/v1/products/kyb_certificate/furnish',
      body: { network_id: networkId, records: [record] },
      list: '/v1/submissions?',
    };
  },
  attestation: ({ furnishers: { attested } }) => ({
    by: attested,
    path: '/v1/institution-attestation',
    body: {
      product_id: KYB_PRODUCT_ID,
      signed_by_name: CUT.signed_by_name,
      signed_by_title: 'Head of compliance',
      attestation_data: {},
    },
    list: '/v1/institution-attestation?',
  }),
  'consent of a business': ({ querier, networkId }) => ({
    by: querier,
    path: '/v1/consent/business',
    body: {
      network_id: networkId,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: demoBusiness(CUT.registration),
    },
    list: `/v1/consent/business?network_id=${networkId}&`,
  }),
};

/** The parts of an answer that an outcome publishes. */
async function seen(
  parties: SandboxParties,
  { expected }: Outcome,
  { status, headers, body }: ApiAnswer,
) {
  const reason = (body as { readonly reason?: string } | undefined)?.reason;
  const reference = headers.get('x-ref-id');
  const read = async (reader: 'querier' | 'operator') => {
    const answer = await parties[reader].get(`/v1/query-events/${String(reference)}/explanation`);
    return answer.body as Explanation;
  };
  const explained = reference === null ? undefined : await read('querier');
  const governed = expected.record === undefined ? undefined : await read('operator');
  const identity = (explanation?: Explanation) =>
    explanation?.sections.find(({ model_name }) => model_name === IDENTITY);
  return {
    ...expected,
    status,
    ...((reason ?? expected.reason) !== undefined && { reason }),
    ...(expected.code !== undefined && { code: explained?.code }),
    ...(expected.section !== undefined && { section: identity(explained)?.code }),
    ...(expected.record !== undefined && { record: identity(governed)?.records[0]?.code }),
  };
}

async function retry({ expected }: Outcome, first: ApiAnswer, again: () => Promise<ApiAnswer>) {
  if (expected.then === undefined) return;
  const seconds = Number(first.headers.get('retry-after') ?? 0);
  expect(seconds > 0).toBe(first.status === 429);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  expect((await again()).status).toBe(expected.then);
}

async function submissionsOf({ furnishers }: SandboxParties): Promise<unknown[]> {
  const clients = Object.values(furnishers);
  return Promise.all(clients.map(async (client) => (await client.get('/v1/submissions')).body));
}

async function policiesOf({ operator, networkId }: SandboxParties): Promise<unknown> {
  return (await operator.get(`/v1/networks/policies/querying?network_id=${networkId}`)).body;
}
