import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import { arbitraryRequest, type ArbitraryRequest } from '../harness/arbitrary-request.js';
import { KYB_PRODUCT_ID } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';

const REQUESTS_PER_OPERATION = 40;

/** Whatever is sent to any endpoint, the answer is one that the OpenAPI document declares. */
export function interfaceSuite(exchange: () => Exchange): void {
  describe('whatever is sent to an endpoint, the answer is a declared one, and no failure', () => {
    let document: InterfaceDocument;
    let knownIds: readonly string[];

    beforeAll(async () => {
      document = await InterfaceDocument.read();
      knownIds = await anOwnNetwork(exchange());
    });

    test('for every operation of the document', async () => {
      expect(document.operations.length).toBeGreaterThan(0);
      for (const operation of document.operations) {
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

/** A network that only this suite uses, in which the operator has every role; ids to ask with. */
async function anOwnNetwork(exchange: Exchange): Promise<readonly string[]> {
  const operator = exchange.as(OPERATOR);
  const network_id = randomUUID();
  const networks = '/v1/networks';
  expect(await operator.post(networks, { network_id, name: network_id })).toMatchObject({
    status: 200,
  });
  const membership = `${networks}/${network_id}/memberships/${OPERATOR.entityId}`;
  // The new governor is known to every service within five seconds.
  await eventually(async () => {
    const roles = ['governor', 'furnisher', 'querier'];
    expect(await operator.put(membership, { roles })).toMatchObject({ status: 200 });
  });
  return [network_id, KYB_PRODUCT_ID, OPERATOR.entityId];
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
