import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { FURNISH, KYB_PRODUCT_ID, QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

const network_id = DEMO_NETWORK.id;

const wrongShapes: readonly (readonly [string, typeof OPERATOR, string, unknown, string])[] = [
  ['a query without networks', QUERYING_BANK, QUERY, {}, 'body -> network_ids: '],
  ['a query of no network', QUERYING_BANK, QUERY, { network_ids: [] }, 'body -> network_ids: '],
  [
    'a query with a misspelt field',
    QUERYING_BANK,
    QUERY,
    { network_ids: [network_id], bussiness_id: 1 },
    'body -> bussiness_id: ',
  ],
  ['a furnish without records', FIRST_BANK, FURNISH, { network_id }, 'body -> records: '],
  [
    'an attestation without a product',
    FIRST_BANK,
    '/v1/institution-attestation',
    {},
    'body -> product_id: ',
  ],
  [
    'a policy with a number for a name',
    OPERATOR,
    '/v1/networks/policies/querying',
    { product_id: KYB_PRODUCT_ID, network_id, name: 7 },
    'body -> name: ',
  ],
  [
    'a consent with a nested field missing',
    QUERYING_BANK,
    '/v1/consent/business',
    {
      network_id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: { business_legal_name: 'Example' },
    },
    'body -> business_consent_identity -> business_jurisdiction_of_formation: ',
  ],
  ['a body that is a list', QUERYING_BANK, QUERY, [], 'body: '],
];

/** What the exchange says to input that it cannot take (contract 7). */
export function badInputSuite(exchange: () => Exchange): void {
  describe('a request of the wrong shape', () => {
    test.each(wrongShapes)(
      '%s is told the first fault and where it is',
      async (_name, who, path, body, detail) => {
        const answer = await exchange().as(who).post(path, body);
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual({ detail: expect.stringContaining(detail) });
      },
    );

    test('a search without its network is told so in the query part', async () => {
      const answer = await exchange().as(QUERYING_BANK).get('/v1/entities/business/search');
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(/^query -> network_id: /) },
      });
    });

    test.each(['{', '{"network_ids": [}', 'null', '"text"'])(
      'JSON that is not an object (%s) is a 422',
      async (text) => {
        const response = await fetch(new URL(QUERY, exchange().url), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${await exchange().tokenOf(QUERYING_BANK)}`,
          },
          body: text,
        });
        expect(response.status).toBe(422);
        expect(await response.json()).toEqual({ detail: expect.stringMatching(/^body: /) });
      },
    );
  });

  describe('a request that breaks a rule', () => {
    test('a query without a subject is a 400 that says what is missing', async () => {
      const answer = await exchange()
        .as(QUERYING_BANK)
        .post(QUERY, { network_ids: [network_id] });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error_code: 'VALIDATION_ERROR',
          detail: expect.stringMatching(/consent_id or consumer_id/),
          request_id: expect.any(String),
        },
      });
    });

    test('an unknown consent, policy or business is a 404', async () => {
      for (const subject of [
        { consent_id: 'no-such-consent' },
        { consent_id: randomUUID() },
        { business_id: randomUUID() },
      ]) {
        expect(
          await exchange()
            .as(QUERYING_BANK)
            .post(QUERY, { network_ids: [network_id], ...subject }),
        ).toMatchObject({
          status: 404,
          body: { error_code: 'RESOURCE_NOT_FOUND' },
        });
      }
    });

    test('consent that was not gathered before is not recorded', async () => {
      const answer = await exchange()
        .as(QUERYING_BANK)
        .post('/v1/consent/business', {
          network_id,
          did_gather_consent_from_business_prior: false,
          business_consent_identity: new TestBusiness(exchange()).identity,
        });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    });

    test('a refused query leaves no query event', async () => {
      const count = async () => {
        const path = `/v1/query-events?network_id=${network_id}&limit=1000&from=${since}`;
        const { body } = await exchange().as(QUERYING_BANK).get(path);
        return (body as { query_events: unknown[] }).query_events.length;
      };
      const since = new Date().toISOString();
      await exchange()
        .as(QUERYING_BANK)
        .post(QUERY, { network_ids: [network_id] });
      await exchange()
        .as(QUERYING_BANK)
        .post(QUERY, { network_ids: [network_id], business_id: randomUUID() });
      expect(await count()).toBe(0);
    });

    test('one bad record of a submission is told and does not sink the others', async () => {
      const good = new TestBusiness(exchange());
      const answer = await exchange()
        .as(FIRST_BANK)
        .post(FURNISH, {
          network_id,
          records: [
            {
              business_identity: good.identity,
              business_identity_verification: {
                assertions: {
                  business_identity_verification_performed_timestamp: '2023-02-30T00:00:00Z',
                },
                data: {},
              },
            },
            {
              business_identity: good.identity,
              business_identity_verification: {
                assertions: {
                  business_identity_verification_performed_timestamp: '2023-02-28T00:00:00Z',
                },
                data: { business_entity_type: 'llc' },
              },
            },
          ],
        });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          success: false,
          results: [
            {
              index: 0,
              accepted: false,
              errors: [{ detail: expect.stringContaining('records -> 0') }],
            },
            { index: 1, accepted: true, errors: [] },
          ],
        },
      });
    });
  });

  test('a body past the limit is refused with 413', async () => {
    const answer = await exchange()
      .as(FIRST_BANK)
      .post(FURNISH, { network_id, records: ['x'.repeat(1_100_000)] });
    expect(answer).toMatchObject({ status: 413, body: { error_code: 'PAYLOAD_TOO_LARGE' } });
  });
}
