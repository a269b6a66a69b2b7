import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import fc from 'fast-check';
import { arbitraryRequest, type ArbitraryRequest } from '../harness/arbitrary-request.js';
import type { KnownIds } from '../harness/arbitrary-values.js';
import type { Exchange } from '../harness/exchange.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { anOwnNetwork, membershipsLast } from '../harness/own-network.js';

const REQUESTS_PER_OPERATION = 40;

/** For any request to any endpoint, the OpenAPI document declares the response. */
export function interfaceSuite(exchange: () => Exchange): void {
  describe('any request to an endpoint gets a declared response, and never a 500', () => {
    let document: InterfaceDocument;
    let knownIds: KnownIds;

    beforeAll(async () => {
      document = await InterfaceDocument.read();
      knownIds = await anOwnNetwork(exchange());
    });

    test('for every operation of the document', async () => {
      expect(document.operations.length).toBeGreaterThan(0);
      for (const operation of membershipsLast(document.operations)) {
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
