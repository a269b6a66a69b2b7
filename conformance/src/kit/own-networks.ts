import { randomUUID } from 'node:crypto';
import type { Answer } from '../http/answer.js';
import { listIn, textIn } from '../http/answer.js';
import type { Client } from '../http/client.js';
import { del, get, post, put, type Request } from '../http/request.js';
import { until } from './until.js';
import type { Kit, OwnNetworks } from './kit.js';

/** The kit cannot begin: its token may not do what it needs, or nothing answers. */
export class CannotBeginError extends Error {}

/** How often in a row a role must show: each gateway learns of it in its own time (design 3). */
const TIMES_SEEN = 5;

/**
 * Founds two networks and takes every role in them: whatever the kit does, it does there.
 * @throws CannotBeginError, NotReachedError
 */
export async function foundNetworks(client: Client): Promise<OwnNetworks> {
  const networkId = await found(client, 'Conformance');
  const otherNetworkId = await found(client, 'Conformance, other');
  const members = await must(client, get(`/v1/networks/${networkId}/memberships`));
  const entityId = textIn(listIn(members.body)[0], 'entity_id');
  for (const id of [networkId, otherNetworkId]) {
    const roles = ['governor', 'furnisher', 'querier'];
    await must(client, put(`/v1/networks/${id}/memberships/${entityId}`, { roles }));
    await untilBound(client, id);
  }
  return { entityId, networkId, otherNetworkId };
}

/**
 * Takes back what reaches beyond the kit's networks: attestations are the institution's, and its
 * roles count wherever it names no network. So it leaves both networks, to an institution that
 * exists in them alone. Returns what could not be taken back.
 */
export async function leaveNothingBehind(kit: Kit): Promise<readonly string[]> {
  const requests = [
    ...[...kit.attestations].map((id) => post(`/v1/institution-attestation/${id}/revoke`)),
    ...[kit.networkId, kit.otherNetworkId].flatMap((id) => [
      post(`/v1/networks/${id}/institutions`, heir()),
      del(`/v1/networks/${id}/memberships/${kit.entityId}`),
    ]),
  ];
  const left: string[] = [];
  for (const request of requests) {
    const { status } = await kit.client.send(request);
    const isRevokedAlready = status === 409 && request.path.endsWith('/revoke');
    if (status !== 200 && !isRevokedAlready) {
      left.push(`${request.method} ${request.path}: ${status}`);
    }
  }
  return left;
}

function heir() {
  return {
    name: 'Conformance, past',
    org_id: `conformance-${randomUUID()}`,
    roles: ['governor'],
  };
}

async function found(client: Client, name: string): Promise<string> {
  const answer = await must(client, post('/v1/networks', { name: `${name} ${randomUUID()}` }));
  return textIn(answer.body, 'network_id');
}

/** A query that names no subject is refused for that only when the caller is a querier. */
async function untilBound(client: Client, networkId: string): Promise<void> {
  let seen = 0;
  await until(
    () => client.send(post('/v1/products/kyb_certificate/query', { network_ids: [networkId] })),
    ({ status }) => {
      seen = status === 403 ? 0 : seen + 1;
      return seen === TIMES_SEEN;
    },
  );
}

async function must(client: Client, request: Request): Promise<Answer> {
  const answer = await client.send(request);
  if (answer.status === 200) return answer;
  throw new CannotBeginError(
    `The kit could not make its network: ${request.method} ${request.path} answered ` +
      `${answer.status} ${answer.text}. The token of --token needs every permission, ` +
      'network:admin among them.',
  );
}
