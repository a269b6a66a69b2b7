import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNdxClient, eachItem, furnishRecords, type NdxClient } from '@ndx/client';
import { projectRoot } from '@ndx/local-infra';
import { verifyAnswer } from '@ndx/proof';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { LyingProxy, type Lie } from '../harness/lying-proxy.js';

const run = promisify(execFile);

const EXAMPLE = join(projectRoot(), 'examples', 'typescript', 'dist', 'main.js');

const BUSINESS = {
  business_legal_name: 'Client Test LLC',
  business_jurisdiction_of_formation: 'US-VT',
  business_registration_identifier_from_jurisdiction_of_formation: 'TSC0',
};

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

    const clientOf = (institution: typeof FIRST_BANK): NdxClient =>
      createNdxClient({ baseUrl: proxy.url, token: () => exchange().tokenOf(institution) });

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
      const records = [{ business_identity: BUSINESS, ...VERIFICATION }];
      const furnisher = clientOf(FIRST_BANK);
      for await (const { accepted } of furnishRecords(furnisher, records, { network_id })) {
        expect(accepted).toBe(true);
      }

      const querier = clientOf(QUERYING_BANK);
      const consent = await querier.recordBusinessConsent({
        body: {
          network_id,
          did_gather_consent_from_business_prior: true,
          business_consent_identity: BUSINESS,
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

      const { data: published } = await querier.readSigningKeys();
      const { body = '', signature = '' } = query.signed ?? {};
      expect(verifyAnswer(body, signature, published.keys)).toMatchObject({
        queryEventId: query.queryEventId,
        queryingEntityId: QUERYING_BANK.entityId,
      });
    });

    test('records with documents are furnished in requests that the network accepts, once in each run', async () => {
      const sizes = [...Array.from({ length: 8 }, () => 200_000), 1_200_000, 10];
      const records = sizes.map((size, index) => withDocument(`TSC-DOC-${index}`, size));
      const ndx = clientOf(FIRST_BANK);
      const furnish = async () => {
        const options = { network_id: DEMO_NETWORK.id, runId: 'documents' };
        const results = [];
        for await (const each of furnishRecords(ndx, records, options)) results.push(each);
        return results;
      };
      const results = await furnish();
      expect(results.map(({ index, errors }) => [index, errors.map(({ code }) => code)])).toEqual(
        sizes.map((size, index) => [index, size > 1_000_000 ? ['too_large'] : []]),
      );
      expect(new Set(results.map(({ submissionId }) => submissionId)).size).toBe(4);
      expect(await furnish()).toEqual(results);
    });
  });
}

/** A record with a document of some bytes. */
function withDocument(registration: string, bytes: number) {
  const { business_identity_verification: section } = VERIFICATION;
  const data = { ...section.data, business_formation_document_artifact: 'A'.repeat(bytes) };
  return {
    business_identity: {
      ...BUSINESS,
      business_registration_identifier_from_jurisdiction_of_formation: registration,
    },
    business_identity_verification: { ...section, data },
  };
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
