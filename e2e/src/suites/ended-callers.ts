import { CLIENT_PERMISSIONS, MEMBERSHIP_ROLES } from '@ndx/contracts';
import { PROGRAM_CLIENT_ID } from '@ndx/local-infra';
import { ApiClient } from '@ndx/tools/network/api-client';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { QUERY } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { exampleRequest, idPlacesOf } from '../harness/id-places.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { forEachOperation } from '../harness/own-network.js';
import { aNetwork, aParticipant, succeed, type Participant } from '../harness/participant.js';
import { oneOfEach, type Things } from '../harness/things.js';

const TIMEOUT_MS = 180_000;
const QUERIERS = 8;
/** Queries that start after the acknowledgement. */
const LATE_QUERIES = 200;

/** A former member may ask to join again. */
const OPEN_TO_ALL = ['/v1/networks', '/v1/networks/{network_id}/join'];
/** An institution administers its accounts itself, which it has for every network. */
const OWN_ACCOUNTS = '/{entity_id}/accounts';
const NETWORK_NAMES = ['network_id', 'network_ids', 'x-network-id'];

/** What ended binds at the acknowledgement, although the gateway remembers the account. */
export function endedCallersSuite(exchange: () => Exchange): void {
  describe('after the acknowledgement', () => {
    let member: Participant;
    let things: Things;
    let operations: readonly Operation[];

    beforeEach(async () => {
      const network = await aNetwork(exchange());
      member = await aParticipant(exchange(), network, ...MEMBERSHIP_ROLES);
      things = await oneOfEach(member);
      ({ operations } = await InterfaceDocument.read());
    }, TIMEOUT_MS);

    const governor = () => exchange().as(OPERATOR);
    const expel = () => {
      const { networkId, entityId } = member;
      return succeed(governor().delete(`/v1/networks/${networkId}/memberships/${entityId}`));
    };
    const suspend = async () => {
      const { networkId, entityId } = member;
      const accounts = `/v1/networks/${networkId}/institutions/${entityId}/accounts`;
      const { data } = await succeed(governor().get(accounts));
      const [account] = data as readonly { readonly account_id: string }[];
      const path = `${accounts}/${account?.account_id ?? ''}`;
      await succeed(governor().put(path, { status: 'suspended' }));
    };
    const remember = () => succeed(member.client.get('/v1/caller'));
    /** The response to the document's example, with the member's own ids. */
    const answerTo = async (operation: Operation, token = member.token) => {
      const { path, headers, body } = exampleRequest(operation, things, {
        network_ids: member.networkId,
      });
      const request = {
        ...{ method: operation.method, path, headers },
        body: body === undefined ? body : JSON.stringify(body),
      };
      const { status } = await exchange().send(await token(), request);
      return `${operation.method} ${operation.path} ${status}`;
    };

    test(
      'of a suspended account, every operation is a 401',
      async () => {
        const others: string[] = [];
        await remember();
        await suspend();
        const ofAccounts = operations.filter(({ answers }) => '401' in answers);
        await forEachOperation(ofAccounts, async (operation) => {
          const answer = await answerTo(operation);
          if (!answer.endsWith(' 401')) others.push(answer);
        });
        expect(others).toEqual([]);
      },
      TIMEOUT_MS,
    );

    test(
      'of a removed client, every operation is a 401, or a 403 where it had no permission',
      async () => {
        const subject = 'robot';
        const { account_id: accountId } = await succeed(
          member.client.post('/v1/clients', {
            ...{ subject, client_id: PROGRAM_CLIENT_ID, name: 'Robot' },
            ...{ permissions: CLIENT_PERMISSIONS, network_ids: [member.networkId] },
          }),
        );
        const { identityProvider } = exchange().network;
        const claims = { sub: subject, org_id: member.organization, azp: PROGRAM_CLIENT_ID };
        const robot = await identityProvider.mint(claims);
        await succeed(new ApiClient(exchange().url, async () => robot).get('/v1/networks'));
        await succeed(member.client.delete(`/v1/clients/${String(accountId)}`));
        const others: string[] = [];
        const ofAccounts = operations.filter(({ answers }) => '401' in answers);
        await forEachOperation(ofAccounts, async (operation) => {
          const answer = await answerTo(operation, async () => robot);
          if (!/ (401|403)$/.test(answer)) others.push(answer);
        });
        expect(others).toEqual([]);
      },
      TIMEOUT_MS,
    );

    test(
      'of an ended membership, no operation changes or reads anything in the network',
      async () => {
        const inNetwork = operations.filter(
          (operation) =>
            !OPEN_TO_ALL.includes(operation.path) &&
            !operation.path.includes(OWN_ACCOUNTS) &&
            idPlacesOf(operation).some(
              ({ name, required }) => required && NETWORK_NAMES.includes(name.toLowerCase()),
            ),
        );
        const accepted: string[] = [];
        const reads = inNetwork.filter(({ method }) => method === 'GET');
        const before = await Promise.all(reads.map((read) => answerTo(read)));
        expect(before.filter((answer) => / 2\d\d$/.test(answer)).length).toBeGreaterThan(10);
        await expel();
        await forEachOperation(inNetwork, async (operation) => {
          const answer = await answerTo(operation);
          if (/ 2\d\d$/.test(answer)) accepted.push(answer);
        });
        expect(inNetwork.length).toBeGreaterThan(20);
        expect(accepted).toEqual([]);
      },
      TIMEOUT_MS,
    );

    test(
      'of an ended membership, each of many concurrent queries is a 403',
      async () => {
        const query = { network_ids: [member.networkId], business_id: things.business };
        const late: number[] = [];
        let isEnded = false;
        const querier = async () => {
          while (late.length < LATE_QUERIES) {
            const isLate = isEnded;
            const { status } = await member.client.post(QUERY, query);
            if (isLate) late.push(status);
          }
        };
        await Promise.all([
          ...Array.from({ length: QUERIERS }, querier),
          expel().finally(() => {
            isEnded = true;
          }),
        ]);
        expect(late.filter((status) => status !== 403)).toEqual([]);
      },
      TIMEOUT_MS,
    );
  });
}
