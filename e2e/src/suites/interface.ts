import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MEMBERSHIP_ROLES } from '@ndx/contracts';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import { arbitraryRequest, type ArbitraryRequest } from '../harness/arbitrary-request.js';
import type { KnownIds } from '../harness/arbitrary-values.js';
import { KYB_PRODUCT_ID, QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';

const REQUESTS_PER_OPERATION = 40;

/** Whatever is sent to any endpoint, the answer is one that the OpenAPI document declares. */
export function interfaceSuite(exchange: () => Exchange): void {
  describe('whatever is sent to an endpoint, the answer is a declared one, and no failure', () => {
    let document: InterfaceDocument;
    let knownIds: KnownIds;

    beforeAll(async () => {
      document = await InterfaceDocument.read();
      knownIds = await anOwnNetwork(exchange());
    });

    test('for every operation of the document', async () => {
      expect(document.operations.length).toBeGreaterThan(0);
      for (const operation of inOrder(document.operations)) {
        await fc.assert(
          fc.asyncProperty(arbitraryRequest(operation, knownIds), async (request) => {
            const { status, body } = await send(exchange(), operation, request);
            expect(status).toBeLessThan(500);
            const name = `${operation.method} ${operation.path}`;
            const fault = document.faultOf(operation, status, body);
            expect([name, fault]).toEqual([name, undefined]);
          }),
          { numRuns: REQUESTS_PER_OPERATION },
        );
      }
    });
  });
}

/** A network that only this suite uses, in which the operator has every role, and one of everything. */
async function anOwnNetwork(exchange: Exchange): Promise<KnownIds> {
  const operator = exchange.as(OPERATOR);
  const network_id = randomUUID();
  await succeed(operator.post('/v1/networks', { network_id, name: network_id }));
  const membership = `/v1/networks/${network_id}/memberships/${OPERATOR.entityId}`;
  // The new roles are known to every service within five seconds.
  await eventually(() => succeed(operator.put(membership, { roles: MEMBERSHIP_ROLES })));
  await eventually(() =>
    succeed(operator.get(`/v1/networks/policies/querying?network_id=${network_id}`)),
  );
  const product = { network_id, product_id: KYB_PRODUCT_ID, name: 'Standing policy' };
  const business = new TestBusiness(exchange);
  const consent = await eventually(() =>
    succeed(
      operator.post('/v1/consent/business', {
        network_id,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: business.identity,
      }),
    ),
  );
  const business_id = await business.furnish({ by: OPERATOR, networkId: network_id });
  const attestation = await succeed(
    operator.post('/v1/institution-attestation', {
      product_id: KYB_PRODUCT_ID,
      signed_by_name: 'Compliance office',
      signed_by_title: 'Head of compliance',
      attestation_data: {},
    }),
  );
  const policy = await succeed(operator.post('/v1/networks/policies/querying', product));
  const certificate = await eventually(() =>
    succeed(operator.post(QUERY, { network_ids: [network_id], business_id })),
  );
  return {
    network_id,
    'x-network-id': network_id,
    product_id: KYB_PRODUCT_ID,
    entity_id: OPERATOR.entityId,
    furnishing_entity_id: OPERATOR.entityId,
    network_furnisher_id: OPERATOR.entityId,
    business_id,
    consent_id: String(consent['consent_id']),
    attestation_id: String(attestation['id']),
    policy_id: String(policy['id']),
    certificate_id: String(certificate['certificate_id']),
  };
}

async function succeed(answer: Promise<ApiAnswer>): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Readonly<Record<string, unknown>>;
}

/** Who belongs to the network changes last: what is asked before would be refused altogether. */
function inOrder(operations: readonly Operation[]): readonly Operation[] {
  const isMembership = ({ path }: Operation) => path.includes('/memberships/');
  return [...operations].sort((a, b) => Number(isMembership(a)) - Number(isMembership(b)));
}

async function send(
  exchange: Exchange,
  { method }: Operation,
  { path, headers, body }: ArbitraryRequest,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(new URL(path, exchange.url), {
    method,
    headers: {
      authorization: `Bearer ${await exchange.tokenOf(OPERATOR)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
