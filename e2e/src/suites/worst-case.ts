import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@ndx/api';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { KnownIds } from '../harness/arbitrary-values.js';
import type { Exchange } from '../harness/exchange.js';
import { InterfaceDocument } from '../harness/interface-document.js';
import { anOwnNetwork, membershipsLast } from '../harness/own-network.js';
import { worstCases, type WorstCase } from '../harness/worst-case-requests.js';

/** The worst requests to every operation. */
export function worstCaseSuite(exchange: () => Exchange): void {
  describe('the worst requests to an operation', () => {
    let document: InterfaceDocument;
    let knownIds: KnownIds;

    beforeAll(async () => {
      document = await InterfaceDocument.read();
      knownIds = await anOwnNetwork(exchange());
    });

    test('are answered as the document declares, and none is a failure', async () => {
      const operations = membershipsLast(document.operations);
      const declared = OPERATIONS.filter(({ visibility }) => visibility === 'public');
      expect(operations.length).toBe(declared.length);
      for (const operation of operations) {
        const { method, path } = operation;
        for (const request of worstCases(operation, knownIds)) {
          const { status, body } = await send(exchange(), method, request);
          const fault = status >= 500 ? body : document.faultOf(operation, status, body);
          expect([method, path, request.name, fault]).toEqual([
            ...[method, path, request.name, undefined],
          ]);
        }
      }
    });
  });
}

async function send(exchange: Exchange, method: string, { path, headers, body }: WorstCase) {
  const response = await fetch(`${exchange.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await exchange.tokenOf(OPERATOR)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
