import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@ndx/api';
import { bodyOf, type Exchange } from '../harness/exchange.js';
import { InterfaceDocument } from '../harness/interface-document.js';
import { anOwnNetwork, forEachOperation } from '../harness/own-network.js';
import { placesOf } from '../harness/request-places.js';

/** Bytes of the text at a place; whole bodies are as large as the gateway takes. */
const LONG = 60_000;

/** For the worst requests to any endpoint, the OpenAPI document declares the response. */
export function interfaceSuite(exchange: () => Exchange): void {
  describe('every operation of the OpenAPI document', () => {
    test('has a declared response to the worst requests, and never a 500', async () => {
      const document = await InterfaceDocument.read();
      const declared = OPERATIONS.filter(({ visibility }) => visibility === 'public');
      expect(document.operations.length).toBe(declared.length);
      const { member, knownIds } = await anOwnNetwork(exchange());
      const token = await member.token();
      let turn = 0;
      // The gateway reads the headers of every operation with the same code.
      const readHeaders = new Set<string>();
      await forEachOperation(document.operations, async (operation) => {
        const { method, path } = operation;
        for (const place of placesOf(operation, knownIds)) {
          if (readHeaders.has(place.reader)) continue;
          if (place.reader.startsWith('header ')) readHeaders.add(place.reader);
          const kinds = Object.entries(place.kinds);
          const [kind, text] = kinds[turn++ % kinds.length] ?? [];
          if (!text) throw new Error(`${place.name} has no kinds`);
          const name = `${place.name}: ${String(kind)}`;
          const bytes = place.reader === 'body' ? place.largest : LONG;
          const answer = await exchange().send(token, { ...place.with(text(bytes)), method });
          const { status, text: received, headers } = answer;
          const fault =
            status >= 500
              ? received
              : document.faultOf(operation, status, bodyOf(received, headers.get('content-type')));
          expect([method, path, name, fault]).toEqual([method, path, name, undefined]);
        }
      });
    });
  });
}
