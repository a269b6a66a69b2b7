import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@ndx/api';
import { jsonOf, type Exchange } from '../harness/exchange.js';
import { InterfaceDocument } from '../harness/interface-document.js';
import { anOwnNetwork, forEachOperation } from '../harness/own-network.js';
import { worstCases } from '../harness/worst-case-requests.js';

/** For the worst requests to any endpoint, the OpenAPI document declares the response. */
export function interfaceSuite(exchange: () => Exchange): void {
  describe('every operation of the OpenAPI document', () => {
    test('has a declared response to the worst requests, and never a 500', async () => {
      const document = await InterfaceDocument.read();
      const declared = OPERATIONS.filter(({ visibility }) => visibility === 'public');
      expect(document.operations.length).toBe(declared.length);
      const { member, knownIds } = await anOwnNetwork(exchange());
      const token = await member.token();
      const casesOf = worstCases(knownIds);
      await forEachOperation(document.operations, async (operation) => {
        const { method, path } = operation;
        for (const request of casesOf(operation)) {
          const answer = await exchange().send(token, { ...request, method });
          const fault =
            answer.status >= 500
              ? answer.text
              : document.faultOf(operation, answer.status, jsonOf(answer));
          expect([method, path, request.name, fault]).toEqual([
            method,
            path,
            request.name,
            undefined,
          ]);
        }
      });
    });
  });
}
