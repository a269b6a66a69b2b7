import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { exampleRequest } from '../harness/id-places.js';
import { anIdentityConflict } from '../harness/identity-conflict.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { aNetwork, aParticipant, type Participant } from '../harness/participant.js';
import { oneOfEach, type Things } from '../harness/things.js';

/** The order: data before its queries; what restricts or ends other requests comes last. */
const PHASES: readonly RegExp[] = [
  /^POST .*\/furnish$/,
  /^POST \/v1\/consent\/[a-z]+$|^POST \/v1\/institution-attestation$/,
  /^POST .*(\/query|\/check|_bundle)$/,
  /^POST /,
  /^PUT (?!.*\/memberships\/)/,
  /^PUT /,
];

/** A person can copy each example of a request from the document. */
export function documentExamplesSuite(exchange: () => Exchange): void {
  describe('the examples of requests in the OpenAPI document', () => {
    let operations: readonly Operation[];
    let sender: Participant;
    let own: Things;
    let conflict: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const document = await InterfaceDocument.read();
      operations = document.operations.filter(({ body }) => body !== undefined);
      const networkId = await aNetwork(exchange());
      sender = await aParticipant(exchange(), networkId, 'governor', 'furnisher', 'querier');
      own = await oneOfEach(sender);
      conflict = { ...(await anIdentityConflict(sender.client, networkId)) };
    });

    test('are all sent by this test', () => {
      expect(operations.length).toBeGreaterThan(40);
      const inPhases = PHASES.flatMap((_, phase) => operationsOf(phase));
      expect(inPhases.map(nameOf).sort()).toEqual(operations.map(nameOf).sort());
    });

    test('are accepted, and answered in the declared form', async () => {
      for (const phase of PHASES.keys()) {
        for (const operation of operationsOf(phase)) {
          const request = exampleRequest(operation, own, conflict);
          await eventually(async () => {
            const { status, body } = await send(operation, request);
            expect([nameOf(operation), status, body]).toEqual([
              nameOf(operation),
              200,
              expect.anything(),
            ]);
            expect(rejectedIn(body)).toEqual([]);
          });
        }
      }
    });

    /** The operations of a phase that no earlier phase has. */
    function operationsOf(phase: number): readonly Operation[] {
      return operations.filter(
        (operation) => PHASES.findIndex((each) => each.test(nameOf(operation))) === phase,
      );
    }

    function send(
      { method }: Operation,
      { path, body, headers }: ReturnType<typeof exampleRequest>,
    ) {
      const client = isOfTheOperator(path) ? exchange().as(SYSTEM_OPERATOR) : sender.client;
      return method === 'POST' ? client.post(path, body, headers) : client.put(path, body);
    }
  });
}

function isOfTheOperator(path: string): boolean {
  return path.startsWith('/v1/services/');
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** The rejected records of a submission, which is a 200 all the same. */
function rejectedIn(body: unknown): readonly unknown[] {
  const { results = [] } = body as { readonly results?: readonly { readonly accepted: boolean }[] };
  return results.filter(({ accepted }) => !accepted);
}
