import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SANDBOX_FAULT_IDENTIFIERS } from '@ndx/contracts';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser.js';
import { TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The caller, and the values that the program of a page uses. */
interface ProgramInput extends Readonly<Record<string, unknown>> {
  readonly account: DemoInstitution;
}

/** The TypeScript client in a page of an integrator, whose origin `CORS_ORIGINS` permits. */
export function browserClientSuite(exchange: () => Exchange): void {
  describe('the TypeScript client in a browser', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      browser = await launchBrowser();
      page = await browser.newPage();
      await page.goto(exchange().pages.permittedOrigin);
    });

    afterAll(() => browser.close());

    /** Runs a program in the page; `sdk` has the exports of the client, `input` the given values. */
    async function run<Result>(
      program: string,
      { account, ...input }: ProgramInput,
      where = page,
    ): Promise<Result> {
      const given = { ...input, baseUrl: exchange().url, token: await exchange().tokenOf(account) };
      return where.evaluate<Result>(`(async (input) => {
        const sdk = await import('/client/index.js');
        const { baseUrl, token } = input;
        const answers = [];
        const ndx = sdk.createNdxClient({
          baseUrl,
          token: sdk.staticToken(token),
          retry: { seconds: input.retrySeconds ?? 60 },
          fetch: async (request) => {
            const response = await fetch(request);
            answers.push([response.status, response.headers.get('retry-after')]);
            return response;
          },
        });
        ${program}
      })(${JSON.stringify(given)})`);
    }

    test('lists the networks', async () => {
      const names = await run<string[]>(
        `const names = [];
        for await (const { name } of sdk.eachItem(ndx.listNetworks, { query: {} })) names.push(name);
        return names;`,
        { account: QUERYING_BANK },
      );
      expect(names).toContain(DEMO_NETWORK.name);
    });

    test.each([
      ['server_error', [500, null]],
      ['rate_limit', [429, '1']],
    ] as const)('a query with the fault %s is retried, and explained', async (fault, first) => {
      const business = new TestBusiness(exchange());
      const body = {
        network_ids: [DEMO_NETWORK.id],
        consent_id: await business.consent(),
        consumer_id: SANDBOX_FAULT_IDENTIFIERS[fault].consumer_id,
      };
      const input = { account: QUERYING_BANK, body };
      const { answers, answer, why } = await run<{
        readonly answers: readonly unknown[];
        readonly answer: { readonly status: number; readonly queryEventId: string };
        readonly why: { readonly outcome: string; readonly query_event_id: string };
      }>(
        `const answer = await ndx.queryKybCertificate({ body: input.body });
        const queried = [...answers];
        const why = await ndx.why(answer.queryEventId);
        return { answers: queried, answer, why };`,
        input,
      );
      expect(answers).toEqual([first, [204, null]]);
      expect(answer).toMatchObject({
        status: 204,
        queryEventId: expect.stringMatching(UUID),
        requestId: expect.any(String),
      });
      expect(why).toMatchObject({ outcome: 'no_result', query_event_id: answer.queryEventId });
    });

    test('a bulk furnish reports each record', async () => {
      const records = Array.from({ length: 5 }, (_, index) => ({
        business_identity: {
          ...new TestBusiness(exchange()).identity,
          ...(index === 3 && { business_jurisdiction_of_formation: 'nowhere' }),
        },
        business_identity_verification: {
          assertions: {
            business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
          },
          data: { business_entity_type: 'corporation' },
        },
      }));
      const input = { account: FIRST_BANK, records, network_id: DEMO_NETWORK.id };
      const accepted = await run<boolean[]>(
        `const { records, network_id } = input;
        const accepted = [];
        const options = { network_id, batchSize: 2, concurrency: 2 };
        for await (const each of sdk.furnishRecords(ndx, records, options)) accepted.push(each.accepted);
        return accepted;`,
        input,
      );
      expect(accepted).toEqual([true, true, true, false, true]);
    });

    test('a rejected request throws the error of the network', async () => {
      const path = { certificate_id: DEMO_NETWORK.id };
      const error = await run<object>(
        `return ndx.readKybCertificate({ path: input.path }).catch((error) => ({
          isNdxError: error instanceof sdk.NdxError,
          status: error.status,
          code: error.code,
          requestId: error.requestId,
        }));`,
        { account: QUERYING_BANK, path },
      );
      expect(error).toEqual({
        isNdxError: true,
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
        requestId: expect.any(String),
      });
    });

    test('a page of another origin gets no answer', async () => {
      const other = await browser.newPage();
      await other.goto(exchange().pages.otherOrigin);
      const error = await run<string>(
        `return ndx.listNetworks({ query: {} }).catch(({ name }) => name);`,
        { account: QUERYING_BANK, retrySeconds: 0 },
        other,
      );
      expect(error).toBe('NdxConnectionError');
    });
  });
}
