import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import { aBusinessOfTwo, previewDigest } from '../harness/business-of-two.js';
import { bodyOf, type Exchange, type RawRequest } from '../harness/exchange.js';
import { exampleRequest } from '../harness/id-places.js';
import { aNameConflict, anIdentityConflict } from '../harness/identity-conflict.js';
import {
  InterfaceDocument,
  type JsonSchema,
  type Operation,
} from '../harness/interface-document.js';
import { keyedAnswer } from '../harness/keyed-answer.js';
import { aNetwork, aParticipant, type Participant } from '../harness/participant.js';
import {
  aDraft,
  anUndraftedPolicy,
  aSubmittedDraft,
  type PolicyKind,
} from '../harness/policy-draft.js';
import { anInvitation, oneOfEach, type Things } from '../harness/things.js';

/** The order: data before its queries; what restricts or ends other requests comes last. */
const PHASES: readonly RegExp[] = [
  /^POST .*\/furnish$/,
  /^POST \/v1\/consent\/[a-z]+$|^POST \/v1\/institution-attestation$/,
  /^POST .*(\/query|\/check|_bundle)$/,
  /^POST (?!.*\/revoke$)/,
  /^PUT (?!.*\/memberships\/)/,
  /^POST /,
  /^PUT /,
];

/** Operations of a person without an account. */
const OF_NEWCOMERS = '/v1/invitations/';
const OF_OPERATORS: readonly string[] = ['/v1/services/', '/v1/service-logs'];

/** Ids by the name of their place, and members of the body that depend on them. */
interface Ids {
  readonly choice?: object;
  readonly ids: Readonly<Record<string, string>>;
}

/** A person can copy each example of a request from the document. */
export function documentExamplesSuite(exchange: () => Exchange): void {
  describe('the examples of requests in the OpenAPI document', () => {
    let operations: readonly Operation[];
    let lists: readonly Operation[];
    let sender: Participant;
    let otherGovernor: Participant;
    let own: Things;
    let newcomer: string;

    beforeAll(async () => {
      const document = await InterfaceDocument.read();
      operations = document.operations.filter(
        (operation) => operation.body !== undefined || takesKey(operation),
      );
      lists = document.operations.filter(({ parameters }) =>
        parameters.some(({ name, schema }) => name === 'cursor' && exampleOf(schema) !== undefined),
      );
      const networkId = await aNetwork(exchange());
      sender = await aParticipant(exchange(), networkId, 'governor', 'furnisher', 'querier');
      otherGovernor = await aParticipant(exchange(), networkId, 'governor');
      own = await oneOfEach(sender);
      const claims = { sub: 'newcomer', org_id: `organization ${randomUUID()}` };
      newcomer = await exchange().network.identityProvider.mint(claims);
    });

    test('are all sent by this test', () => {
      expect(operations.length).toBeGreaterThan(40);
      expect(operations.filter(takesKey).length).toBeGreaterThan(30);
      const inPhases = PHASES.flatMap((_, phase) => operationsOf(phase));
      expect(inPhases.map(nameOf).sort()).toEqual(operations.map(nameOf).sort());
    });

    test('of a cursor are accepted by their lists', async () => {
      expect(lists.length).toBeGreaterThan(20);
      for (const operation of lists) {
        const { path, headers } = exampleRequest(operation, own, {});
        const { pathname, searchParams } = new URL(path, exchange().url);
        const examples = operation.parameters.filter(
          ({ in: part, name, required }) =>
            part === 'query' && (required || name === 'cursor') && !searchParams.has(name),
        );
        for (const { name, schema } of examples) searchParams.set(name, exampleOf(schema) ?? '');
        const request = { method: 'GET', path: `${pathname}?${searchParams.toString()}`, headers };
        const { status } = await exchange().send(await tokenFor(operation), request);
        expect([nameOf(operation), status]).toEqual([nameOf(operation), 200]);
      }
    });

    test('are accepted in the declared form, and answered again byte for byte under their key', async () => {
      for (const phase of PHASES.keys()) {
        for (const operation of operationsOf(phase)) {
          const { choice, ids } = await idsFor(operation);
          const { body, ...rest } = exampleRequest(operation, own, ids);
          Object.assign(Object(body), choice);
          const { method } = operation;
          const sent = {
            ...rest,
            method,
            ...(body !== undefined && { body: JSON.stringify(body) }),
          };
          await requireAccepted(operation, sent);
        }
      }
    });

    /** A resource of its own for each operation that ends, separates or resolves one. */
    async function idsFor({ path }: Operation): Promise<Ids> {
      if (path.startsWith(OF_NEWCOMERS)) return anInvitationOf(sender);
      if (path.endsWith('/withdraw')) return aRecord();
      if (path.includes('/separations')) return aSeparation(path.endsWith('/preview'));
      const kind = path.includes('/furnishing/') ? 'furnishing' : 'querying';
      if (/\/draft\/(publish|schedule|submit)$/.test(path)) return aDraftOf(sender, kind);
      if (path.endsWith('/draft/approve')) return aDraftToApprove(kind);
      if (path.endsWith('/draft')) {
        return {
          ids: { policy_id: await anUndraftedPolicy(sender.client, sender.networkId, kind) },
        };
      }
      if (!path.includes('/identity-conflicts/')) return { ids: {} };
      const open = path.endsWith('/confirm') ? aNameConflict : anIdentityConflict;
      return { ids: { ...(await open(sender.client, sender.networkId)) } };
    }

    async function anInvitationOf({ client, networkId }: Participant): Promise<Ids> {
      const { secret } = await anInvitation(client, networkId);
      return { ids: {}, choice: { secret } };
    }

    async function aRecord(): Promise<Ids> {
      const { record_id } = await aBusinessOfTwo(sender.client, sender.networkId);
      return { ids: { record_id } };
    }

    async function aDraftOf({ client, networkId }: Participant, kind: PolicyKind): Promise<Ids> {
      const { policy_id, digest } = await aDraft(client, networkId, kind);
      return { ids: { policy_id }, choice: { digest } };
    }

    async function aDraftToApprove(kind: PolicyKind): Promise<Ids> {
      const { client, networkId } = otherGovernor;
      const { policy_id, ...choice } = await aSubmittedDraft(client, networkId, kind);
      return { ids: { policy_id }, choice };
    }

    async function aSeparation(isPreview: boolean): Promise<Ids> {
      const { client, networkId } = sender;
      const { subject_id, record_id } = await aBusinessOfTwo(client, networkId);
      const choice = { entity_ids: [], record_ids: [record_id] };
      const preview_digest = await previewDigest(client, networkId, { subject_id, ...choice });
      return { ids: { subject_id }, choice: isPreview ? choice : { ...choice, preview_digest } };
    }

    /** The operations of a phase that no earlier phase has. */
    function operationsOf(phase: number): readonly Operation[] {
      return operations.filter(
        (operation) => PHASES.findIndex((each) => each.test(nameOf(operation))) === phase,
      );
    }

    async function tokenFor({ path }: Operation): Promise<string> {
      if (path.startsWith(OF_NEWCOMERS)) return newcomer;
      return OF_OPERATORS.some((start) => path.startsWith(start))
        ? exchange().tokenOf(SYSTEM_OPERATOR)
        : sender.token();
    }

    async function requireAccepted(operation: Operation, request: RawRequest): Promise<void> {
      const name = nameOf(operation);
      const token = await tokenFor(operation);
      const key = takesKey(operation) ? randomUUID() : undefined;
      const send = (change: Partial<RawRequest> = {}) =>
        keyedAnswer(exchange(), token, { ...request, ...change }, key);
      const first = await eventually(async () => {
        const answer = await send();
        const body = bodyOf(answer.text, answer.type);
        expect([name, answer.status, body]).toEqual([name, 200, expect.anything()]);
        expect(rejectedIn(body)).toEqual([]);
        return answer;
      });
      if (key === undefined) return;
      expect([name, first]).toEqual([name, { ...first, isReplayed: false }]);
      expect([name, await send()]).toEqual([name, { ...first, isReplayed: true }]);
      // Operations without a body are distinguished by the network.
      const change =
        request.body === undefined
          ? { headers: { 'x-network-id': randomUUID() } }
          : { body: '{"other": true}' };
      expect([name, (await send(change)).status]).toEqual([name, 409]);
    }
  });
}

function takesKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key');
}

/** The example of a parameter, which is a text. */
function exampleOf({ examples }: JsonSchema): string | undefined {
  const [example] = Array.isArray(examples) ? (examples as string[]) : [];
  return example;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** The rejected records of a submission that was answered with a 200. */
function rejectedIn(body: unknown): readonly unknown[] {
  const { results = [] } = body as { readonly results?: readonly { readonly accepted: boolean }[] };
  return results.filter(({ accepted }) => !accepted);
}
