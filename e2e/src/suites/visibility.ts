import { newId } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { cycle } from '../harness/cycle.js';
import {
  filledWith,
  idPlacesOf,
  kindAt,
  type FilledRequest,
  type IdPlace,
} from '../harness/id-places.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { aNetwork, aParticipant, type Participant } from '../harness/participant.js';
import { KINDS, nothing, oneOfEach, OWN_KINDS, type Kind, type Things } from '../harness/things.js';

const TIMEOUT_MS = 300_000;
/** Ids of other kinds that are sent to each place, in turn. */
const OTHER_KINDS = 3;

/** What a governor reads of others in its network. */
const OF_GOVERNOR: ReadonlySet<Kind> = new Set(['query event', 'record', 'dispute']);

/** An institution that may not see the victim's resources. */
interface Stranger {
  readonly caller: Participant;
  /** The ids that it uses in the other parameters. */
  readonly own: Things;
  readonly hidden: readonly Kind[];
}

/** An id of an object hidden from the caller gets the same answer as an unknown id. */
export function visibilitySuite(exchange: () => Exchange): void {
  describe('the id of a hidden resource', () => {
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
        const hidden = OWN_KINDS.filter((kind) => role !== 'governor' || !OF_GOVERNOR.has(kind));
        strangers[`of the same network, a ${role}`] = { caller, own: things, hidden };
      }
    }, TIMEOUT_MS);

    test('the document has parameters for every kind of id', () => {
      const names = document.operations.flatMap(idPlacesOf).map(({ name }) => name);
      expect(new Set(names).size).toBeGreaterThan(15);
    });

    test.each([
      'of another network',
      'of the same network, a governor',
      'of the same network, a furnisher',
      'of the same network, a querier',
    ])(
      'gets the same response as an unknown id, in every operation, for an institution %s',
      async (name) => {
        const stranger = strangers[name];
        if (!stranger) throw new Error(`nobody is ${name}`);
        const differing: string[] = [];
        const otherKind = cycle(stranger.hidden);
        for (const operation of document.operations) {
          for (const place of idPlacesOf(operation)) {
            const own = stranger.hidden.filter((kind) => kind === kindAt(operation, place));
            const kinds = new Set([...own, ...Array.from({ length: OTHER_KINDS }, otherKind)]);
            const probe = { ...stranger, hidden: [...kinds] };
            const probed = () => differences(exchange(), operation, place, probe, secrets);
            // A busy machine answers 503 now and then; what reveals an id reveals it each time.
            if ((await probed()).length > 0) differing.push(...(await probed()));
          }
        }
        expect(differing).toEqual([]);
      },
      TIMEOUT_MS,
    );

    test('does not reveal that an organization is registered elsewhere', async () => {
      const { caller } = strangers['of another network'] ?? {};
      const registered = await exchange()
        .as(OPERATOR)
        .get(`/v1/networks/${secrets.network}/institutions`);
      const [known] = (registered.body as { data: { org_id: string }[] }).data.map(
        ({ org_id }) => org_id,
      );
      const register = (org_id: string) =>
        caller?.client.post(`/v1/networks/${caller.networkId}/institutions`, {
          name: org_id,
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

/** The differences between the response about a hidden resource and about an unknown one. */
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
    // An id in an ordering is compared by value, so the neighbouring id is used.
    if (answer !== expected && answer !== (await ask(nextTo(secrets[kind], ids)))) {
      const where = `${operation.method} ${operation.path}, ${place.in} ${place.name}`;
      differing.push(`${where} with a ${kind}: ${answer} instead of ${expected}`);
    }
  }
  return differing;
}

/** An unknown id directly next to this one. */
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
  const sent = { method, path, headers, body: body === undefined ? body : JSON.stringify(body) };
  const answer = await exchange.send(await caller.token(), sent);
  const head = [...answer.headers].filter(([name]) => !OF_A_REQUEST.test(name));
  return JSON.stringify([answer.status, head, answer.text]);
}

/** Headers that differ from request to request, or follow from the body. */
const OF_A_REQUEST =
  /^(date|x-request-id|answer-signature|content-length|keep-alive|connection|ratelimit.*)$/;

/** The response without values generated for the request, and without the requested ids. */
function comparable(answer: string, probed: ReadonlySet<string>, own: Things): string {
  const known = new Set(Object.values(own));
  return (
    answer
      // A cursor has an id, and some have the time of the first page.
      .replaceAll(/(?<=next_cursor\\":\\")[\w-]+/g, (cursor) =>
        Buffer.from(cursor, 'base64url').toString(),
      )
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (known.has(id)) return id;
        return probed.has(id) ? '<probed>' : '<new>';
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/business-[0-9a-f]{8}/g, '<label>')
      .replaceAll(/\\"(version|revision)\\":\d+/g, '$1 <n>')
      // A list to which every request adds has the same item several times.
      .replaceAll(/(\{[^{}]*\})(?:,\1)+/g, '$1')
  );
}
