import { randomUUID } from 'node:crypto';
import type { MembershipRole } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { ApiClient, type ApiAnswer } from '@ndx/tools/network/api-client';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { expect } from '@jest/globals';
import type { Exchange } from './exchange.js';

/** Tokens last for 15 minutes; a soak lasts longer. */
const TOKEN_USE_MS = 600_000;

type Values = Readonly<Record<string, unknown>>;

/** A new institution, with an account that has every permission. */
export interface Participant {
  readonly networkId: string;
  readonly entityId: string;
  readonly organization: string;
  readonly client: ApiClient;
  readonly token: () => Promise<string>;
}

/** A new network, governed by the operator; returns its id. */
export async function aNetwork(exchange: Exchange): Promise<string> {
  const name = `network ${randomUUID()}`;
  const { network_id } = await succeed(exchange.as(OPERATOR).post('/v1/networks', { name }));
  return String(network_id);
}

/** A new network that the demo account of a governor can already use; returns its id. */
export async function aGovernedNetwork(exchange: Exchange): Promise<string> {
  const networkId = await aNetwork(exchange);
  const path = `/v1/networks/${networkId}/participants`;
  await eventually(() => succeed(exchange.as(GOVERNOR).get(path)));
  return networkId;
}

/** Registers an institution there, and waits until its roles apply (design 3). */
export async function aParticipant(
  exchange: Exchange,
  networkId: string,
  ...roles: MembershipRole[]
): Promise<Participant> {
  const operator = exchange.as(OPERATOR);
  const institutions = `/v1/networks/${networkId}/institutions`;
  const organization = `organization ${randomUUID()}`;
  const { entity_id } = await succeed(
    operator.post(institutions, { name: organization, org_id: organization, roles }),
  );
  const entityId = String(entity_id);
  await succeed(operator.post(`${institutions}/${entityId}/accounts`, { subject: 'user' }));
  const claims = { sub: 'user', org_id: organization, role: 'admin' };
  let minted: Promise<string> | undefined;
  let usedUntil = 0;
  const token = () => {
    if (!minted || Date.now() > usedUntil) {
      minted = exchange.network.identityProvider.mint(claims);
      usedUntil = Date.now() + TOKEN_USE_MS;
    }
    return minted;
  };
  const client = new ApiClient(exchange.url, token);
  const policies = `/v1/networks/policies/querying?network_id=${networkId}`;
  await eventually(() => succeed(client.get(policies)));
  return { networkId, entityId, organization, client, token };
}

/** The body of a response that must be a 200. */
export async function succeed(answer: Promise<ApiAnswer>): Promise<Values> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Values;
}
