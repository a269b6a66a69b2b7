import { eventually } from '@ndx/testing';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import { causeOutcome } from '@ndx/tools/sandbox/cause-outcome';
import { fillSandbox, policyIds } from '@ndx/tools/sandbox/fill-sandbox';
import type { SandboxConsents } from '@ndx/tools/sandbox/ensure-consents';
import type { Outcome } from '@ndx/tools/sandbox/outcome';
import { IDENTITY, OUTCOMES } from '@ndx/tools/sandbox/outcomes';
import { sandboxParties, type SandboxParties } from '@ndx/tools/sandbox/sandbox-parties';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exchange } from '../harness/exchange.js';

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

    test('is filled once: filling it again changes no consent or policy and furnishes no record', async () => {
      const stored = async () => [await submissionsOf(parties), await policiesOf(parties)];
      const before = await stored();
      expect(await fillSandbox(parties)).toEqual(consents);
      expect(await stored()).toEqual(before);
    });

    test('has a new consent for each expired one after it was filled again', async () => {
      const { querier, networkId } = parties;
      const expired = consents.get('all-sections')?.consentId;
      const statusOf = async (id: string | undefined) => {
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
