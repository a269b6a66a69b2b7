import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@ndx/api';
import fc from 'fast-check';
import { arbitraryRequest } from '../harness/arbitrary-request.js';
import type { KnownIds } from '../harness/arbitrary-values.js';
import { jsonOf, type Exchange, type RawRequest } from '../harness/exchange.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { anOwnNetwork, forEachOperation } from '../harness/own-network.js';
import { worstCases } from '../harness/worst-case-requests.js';

const REQUESTS_PER_OPERATION = 40;

/** For any request to any endpoint, the OpenAPI document declares the response. */
export function interfaceSuite(exchange: () => Exchange): void {
  describe('every operation of the OpenAPI document', () => {
    let document: InterfaceDocument;

    beforeAll(async () => {
      document = await InterfaceDocument.read();
    });

    /** Fails unless the response is declared, and no failure of the system. */
    async function check(
      operation: Operation,
      token: string,
      request: Omit<RawRequest, 'method'>,
      name = '',
    ): Promise<void> {
      const { method, path } = operation;
      const answer = await exchange().send(token, { ...request, method });
      const fault =
        answer.status >= 500
          ? answer.text
          : document.faultOf(operation, answer.status, jsonOf(answer));
      expect([method, path, name, fault]).toEqual([method, path, name, undefined]);
    }

    test('has a declared response to any request, and never a 500', async () => {
      const { token, knownIds } = await sender();
      expect(document.operations.length).toBeGreaterThan(0);
      await forEachOperation(document.operations, (operation) =>
        fc.assert(
          fc.asyncProperty(arbitraryRequest(operation, knownIds), (request) =>
            check(operation, token, request),
          ),
          { numRuns: REQUESTS_PER_OPERATION },
        ),
      );
    });

    test('has a declared response to the worst requests, and never a 500', async () => {
      const { token, knownIds } = await sender();
      const declared = OPERATIONS.filter(({ visibility }) => visibility === 'public');
      expect(document.operations.length).toBe(declared.length);
      await forEachOperation(document.operations, async (operation) => {
        for (const request of worstCases(operation, knownIds)) {
          await check(operation, token, request, request.name);
        }
      });
    });

    async function sender(): Promise<{ readonly token: string; readonly knownIds: KnownIds }> {
      const { member, knownIds } = await anOwnNetwork(exchange());
      return { token: await member.token(), knownIds };
    }
  });
}
