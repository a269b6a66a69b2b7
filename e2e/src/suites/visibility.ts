import { newId } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { filledWith, idPlacesOf, type FilledRequest, type IdPlace } from '../harness/id-places.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { aNetwork, aParticipant, type Participant } from '../harness/participant.js';
import { KINDS, nothing, oneOfEach, OWN_KINDS, type Kind, type Things } from '../harness/things.js';

const TIMEOUT_MS = 300_000;

/** Somebody who may not see things of the victim's. */
interface Stranger {
  readonly caller: Participant;
  /** What it names where it is not probing. */
  readonly own: Things;
  readonly hidden: readonly Kind[];
}

/** An id of an object hidden from the caller gets the same answer as an unknown id. */
export function visibilitySuite(exchange: () => Exchange): void {
  describe('what an institution may not see', () => {
    let document: InterfaceDocument;
    let secrets: Things;
    const strangers: Record<string, Stranger> = {};

    beforeAll(async () => {
      document = await InterfaceDocument.read();
      const [network, elsewhere] = [await aNetwork(exchange()), await aNetwork(exchange())];
      const roles = ['governor', 'furnisher', 'querier'] as const;
      const victim = await aParticipant(exchange(), network, ...roles);
      secrets = await oneOfEach(victim);
      const outsider = await aParticipant(exchange(), elsewhere, ...roles);
      const own = await oneOfEach(outsider);
      strangers['of another network'] = { caller: outsider, own, hidden: KINDS };
      for (const role of roles) {
        const caller = await aParticipant(exchange(), network, role);
        const things = { ...nothing(), network, entity: caller.entityId };
        // A governor reads the query events of its network.
        const hidden = OWN_KINDS.filter((kind) => role !== 'governor' || kind !== 'query event');
        strangers[`of the same network, a ${role}`] = { caller, own: things, hidden };
      }
    }, TIMEOUT_MS);

    test('the document has places for every kind of id', () => {
      const names = document.operations.flatMap(idPlacesOf).map(({ name }) => name);
      expect(new Set(names).size).toBeGreaterThan(15);
    });

    test.each([
      'of another network',
      'of the same network, a governor',
      'of the same network, a furnisher',
      'of the same network, a querier',
    ])(
      'is answered like what there is not, by every operation, to an institution %s',
      async (name) => {
        const stranger = strangers[name];
        if (!stranger) throw new Error(`nobody is ${name}`);
        const differing: string[] = [];
        for (const operation of document.operations) {
          for (const place of idPlacesOf(operation)) {
            differing.push(...(await differences(exchange(), operation, place, stranger, secrets)));
          }
        }
        expect(differing).toEqual([]);
      },
      TIMEOUT_MS,
    );

    test('is neither an organization that is registered elsewhere', async () => {
      const { caller } = strangers['of another network'] ?? {};
      const registered = await exchange()
        .as(OPERATOR)
        .get(`/v1/networks/${secrets.network}/institutions`);
      const [known] = (registered.body as { org_id: string }[]).map(({ org_id }) => org_id);
      const register = (org_id: string) =>
        caller?.client.post(`/v1/networks/${caller.networkId}/institutions`, {
          name: 'Bank',
          org_id,
          roles: ['querier'],
        });
      expect(known).toBeDefined();
      for (const organization of [String(known), `organization ${newId()}`]) {
        expect((await register(organization))?.status).toBe(200);
      }
    });
  });
}

/** Where an answer about a hidden thing differs from the answer about nothing. */
async function differences(
  exchange: Exchange,
  operation: Operation,
  place: IdPlace,
  { caller, own, hidden }: Stranger,
  secrets: Things,
): Promise<readonly string[]> {
  const ids = new Set([...Object.values(secrets), newId()]);
  const absent = [...ids].at(-1) ?? '';
  const ask = async (id: string) => {
    const request = filledWith(operation, own, place, id);
    return comparable(await send(exchange, caller, operation, request), ids, own);
  };
  const expected = await ask(absent);
  const differing: string[] = [];
  for (const kind of hidden) {
    const answer = await ask(secrets[kind]);
    // A place in an order is taken by its value: then what stands next to it decides.
    if (answer !== expected && answer !== (await ask(nextTo(secrets[kind], ids)))) {
      const where = `${operation.method} ${operation.path}, ${place.in} ${place.name}`;
      differing.push(`${where} with a ${kind}: ${answer} instead of ${expected}`);
    }
  }
  return differing;
}

/** An id that nothing has, with nothing between it and this one. */
function nextTo(id: string, probed: Set<string>): string {
  const next = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
  probed.add(next);
  return next;
}

async function send(
  exchange: Exchange,
  caller: Participant,
  { method }: Operation,
  { path, headers, body }: FilledRequest,
): Promise<string> {
  const response = await fetch(new URL(path, exchange.url), {
    method,
    headers: {
      authorization: `Bearer ${await caller.token()}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const head = [...response.headers].filter(([name]) => !OF_A_REQUEST.test(name));
  return JSON.stringify([response.status, head, await response.text()]);
}

/** Headers that differ from request to request, or follow from the body. */
const OF_A_REQUEST = /^(date|x-request-id|content-length|keep-alive|connection|ratelimit.*)$/;

/** The answer without what is made for the request, and without the ids that were put into it. */
function comparable(answer: string, probed: ReadonlySet<string>, own: Things): string {
  const known = new Set(Object.values(own));
  return (
    answer
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (known.has(id)) return id;
        return probed.has(id) ? '<probed>' : '<new>';
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/business-[0-9a-f]{8}/g, '<label>')
      .replaceAll(/\\"(version|revision)\\":\d+/g, '$1 <n>')
      // A list to which every request adds has the same item as often as was asked.
      .replaceAll(/(\{[^{}]*\})(?:,\1)+/g, '$1')
  );
}
