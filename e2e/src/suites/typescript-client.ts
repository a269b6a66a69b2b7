import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNdxClient, eachItem, furnishRecords, type NdxClient } from '@ndx/client';
import { SANDBOX_FAULT_IDENTIFIERS } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

import { LyingProxy, type Lie } from '../harness/lying-proxy.js';

const run = promisify(execFile);

const EXAMPLE = join(projectRoot(), 'examples', 'typescript', 'dist', 'main.js');

const business = (number: number) => ({
  business_legal_name: `Client Test ${number} LLC`,
  business_jurisdiction_of_formation: 'US-VT',
  business_registration_identifier_from_jurisdiction_of_formation: `TSC${number}`,
});

/** The published client, which knows nothing but the OpenAPI document. */
export function typescriptClientSuite(exchange: () => Exchange): void {
  describe('the TypeScript client', () => {
    let cuts: Set<string>;
    let proxy: LyingProxy;

    beforeAll(async () => {
      cuts = new Set();
      proxy = await LyingProxy.start(exchange().url, [cutOnce()]);
    });

    afterAll(() => proxy.stop());

    /** Processes the first request to each path, and closes the connection instead of answering. */
    function cutOnce(): Lie {
      return {
        name: 'connection closed after the commit',
        matches: () => true,
        rewrite: (body, { path }) => {
          if (cuts.has(path)) return body;
          cuts.add(path);
          throw new Error('connection closed');
        },
      };
    }

    const clientOf = (institution: typeof FIRST_BANK, baseUrl = exchange().url): NdxClient =>
      createNdxClient({ baseUrl, token: () => exchange().tokenOf(institution) });

    test('furnishes, records a consent and queries the certificate', async () => {
      const { stdout } = await run(process.execPath, [EXAMPLE], {
        env: {
          ...process.env,
          BASE_URL: exchange().url,
          NETWORK_ID: DEMO_NETWORK.id,
          FURNISHER_TOKEN: await exchange().tokenOf(FIRST_BANK),
          QUERIER_TOKEN: await exchange().tokenOf(QUERYING_BANK),
        },
      });
      expect(JSON.parse(stdout)).toMatchObject({
        result: {
          meta: { network_id: DEMO_NETWORK.id },
          business_identity_verification: {
            furnishing_entity_id: FIRST_BANK.entityId,
            data: { business_entity_type: 'limited_liability_company' },
          },
          business_ownership_control_verification: null,
        },
      });
    });

    test('a connection that closes after the commit stores and bills a request once', async () => {
      const network_id = DEMO_NETWORK.id;
      const records = [{ business_identity: business(0), ...VERIFICATION }];
      const furnisher = clientOf(FIRST_BANK, proxy.url);
      for await (const { accepted } of furnishRecords(furnisher, records, { network_id })) {
        expect(accepted).toBe(true);
      }

      const querier = clientOf(QUERYING_BANK, proxy.url);
      const consent = await querier.recordBusinessConsent({
        body: {
          network_id,
          did_gather_consent_from_business_prior: true,
          business_consent_identity: business(0),
        },
      });
      const { consent_id } = consent.data;
      const query = await querier.queryKybCertificate({
        body: { network_ids: [network_id], consent_id },
      });

      expect([consent.isReplayed, query.isReplayed]).toEqual([true, true]);
      expect(cuts.size).toBe(3);
      const billed: string[] = [];
      for await (const event of eachItem(querier.listQueryEvents, { query: { network_id } })) {
        if (event.consent_id === consent_id) billed.push(event.query_event_id);
      }
      expect(billed).toEqual([query.queryEventId]);
    });

    test.each([
      ['rate_limit', { status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 }],
      ['server_error', { status: 500, code: 'OPERATION_FAILED' }],
    ] as const)('a query with the fault %s of the sandbox is retried', async (fault, error) => {
      const network_id = DEMO_NETWORK.id;
      const querier = clientOf(QUERYING_BANK);
      const { data } = await querier.recordBusinessConsent({
        body: {
          network_id,
          did_gather_consent_from_business_prior: true,
          business_consent_identity: business(40),
        },
      });
      const { consumer_id } = SANDBOX_FAULT_IDENTIFIERS[fault];
      const query = {
        body: { network_ids: [network_id], consent_id: data.consent_id, consumer_id },
      };
      const impatient = createNdxClient({
        baseUrl: exchange().url,
        token: () => exchange().tokenOf(QUERYING_BANK),
        retry: { maxAttempts: 1 },
      });
      await expect(impatient.queryKybCertificate(query)).rejects.toMatchObject(error);
      expect(await querier.queryKybCertificate(query)).toMatchObject({ status: 204 });
    });

    test('a bulk furnish reports each record by its index', async () => {
      const records = Array.from({ length: 25 }, (_, index) => ({
        business_identity:
          index === 17
            ? { ...business(index), business_jurisdiction_of_formation: 'nowhere' }
            : business(index),
        ...VERIFICATION,
      }));
      const rejected: number[] = [];
      let count = 0;
      const options = { network_id: DEMO_NETWORK.id, batchSize: 10, concurrency: 2 };
      for await (const record of furnishRecords(clientOf(FIRST_BANK), records, options)) {
        expect(record.index).toBe(count);
        count += 1;
        if (!record.accepted) rejected.push(record.index);
      }
      expect({ count, rejected }).toEqual({ count: 25, rejected: [17] });
    });

    test('an error has the status, the code and the request id', async () => {
      const unknown = clientOf(QUERYING_BANK).readKybCertificate({
        path: { certificate_id: DEMO_NETWORK.id },
      });
      await expect(unknown).rejects.toMatchObject({
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
        requestId: expect.any(String),
      });
    });
  });
}

const VERIFICATION = {
  business_identity_verification: {
    assertions: {
      business_identity_verification_assertion: true,
      business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
    },
    data: { business_entity_type: 'limited_liability_company' },
  },
};
