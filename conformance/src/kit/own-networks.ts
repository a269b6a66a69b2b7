import { randomUUID } from 'node:crypto';
import { memberOf, type Answer } from '../http/answer.js';
import type { Client } from '../http/client.js';
import { del, get, post, put, withQuery, type Request } from '../http/request.js';
import { until } from './until.js';
import type { Kit, OwnNetworks } from './kit.js';

/** The kit cannot start: its token lacks a permission, or nothing responds. */
export class CannotBeginError extends Error {}

const LONGEST_TEXT = 300;

/**
 * Number of consecutive successes for a new role: each gateway learns of it separately (design 3).
 */
const TIMES_SEEN = 5;

/**
 * Creates two networks and grants every role in them to the kit, which works only there.
 * @throws CannotBeginError, NotReachedError
 */
export async function foundNetworks(client: Client): Promise<OwnNetworks> {
  const [networkId, entityId] = await found(client, 'Conformance');
  const [otherNetworkId] = await found(client, 'Conformance, other');
  return { entityId, networkId, otherNetworkId };
}

/**
 * Creates a network in which the institution of the other token is a furnisher, too: most rows need
 * one that is not a member.
 */
export async function foundSharedNetwork(kit: Kit): Promise<SharedNetwork> {
  const [networkId] = await found(kit.client, 'Conformance, shared');
  return { networkId, otherId: await admitOther(kit, networkId, 'furnisher', '/v1/record-uses') };
}

/** Creates a network in which changes of published policies are reviewed; returns its id. */
export async function foundReviewedNetwork(kit: Kit): Promise<string> {
  const { client } = kit;
  const [networkId] = await found(client, 'Conformance, reviewed');
  kit.furtherNetworks.set(networkId, []);
  await must(client, put(`/v1/networks/${networkId}`, { policy_changes: 'reviewed' }));
  return networkId;
}

/** The same, in which an account of the other token can approve a change. */
export async function foundReviewingNetwork(kit: Kit): Promise<string> {
  const networkId = await foundReviewedNetwork(kit);
  await admitOther(kit, networkId, 'governor', '/v1/networks/policies/drafts');
  return networkId;
}

/**
 * Gives the institution of the other token a role; returns its id.
 * @param path a list of a network that the role permits
 */
async function admitOther(
  kit: Kit,
  networkId: string,
  role: string,
  path: string,
): Promise<string> {
  const { client } = kit;
  const otherId = idIn(await must(client, get('/v1/caller', { as: 'other' })), 'entity_id');
  kit.furtherNetworks.set(networkId, [otherId]);
  await must(client, put(`/v1/networks/${networkId}/memberships/${otherId}`, { roles: [role] }));
  await untilBound(client, get(withQuery(path, { network_id: networkId }), { as: 'other' }));
  return otherId;
}

/** A network with a second furnisher. */
export interface SharedNetwork {
  readonly networkId: string;
  /** The institution of the other token. */
  readonly otherId: string;
}

/**
 * Reverts effects beyond the kit's networks: attestations, clients and notice endpoints belong to the
 * institution, and its roles count in requests without a network. So it leaves both networks, which need a governor, to an
 * institution without an account. Returns the effects that could not be reverted.
 */
export async function leaveNothingBehind(kit: Kit): Promise<readonly string[]> {
  const networkIds = [kit.networkId, kit.otherNetworkId, ...kit.furtherNetworks.keys()];
  const heirs = await kit.client.send(post(`/v1/networks/${kit.networkId}/institutions`, heir()));
  const heirId = String(memberOf(heirs.body, 'entity_id'));
  const requests = [
    ...[...kit.clients].map((id) => del(`/v1/clients/${id}`)),
    ...[...kit.noticeEndpoints].map((id) => del(`/v1/notice-endpoints/${id}`)),
    ...[...kit.attestations].map((id) => post(`/v1/institution-attestation/${id}/revoke`)),
    // Former members no longer see the institutions of a network, so the new governor comes first.
    ...networkIds.map((id) =>
      put(`/v1/networks/${id}/memberships/${heirId}`, { roles: ['governor'] }),
    ),
    ...[...kit.furtherNetworks].flatMap(([id, members]) =>
      members.map((member) => del(`/v1/networks/${id}/memberships/${member}`)),
    ),
    ...networkIds.map((id) => del(`/v1/networks/${id}/memberships/${kit.entityId}`)),
  ];
  const left: string[] = [];
  for (const request of requests) {
    const { status } = await kit.client.send(request);
    if (status !== 200) left.push(`${request.method} ${request.path}: ${status}`);
  }
  return left;
}

/** No token can have its organization. */
function heir() {
  return {
    name: 'Conformance, past',
    org_id: `conformance-past-${randomUUID()}`,
    roles: ['governor'],
  };
}

async function found(
  client: Client,
  name: string,
): Promise<readonly [networkId: string, entityId: string]> {
  const answer = await must(client, post('/v1/networks', { name: `${name} ${randomUUID()}` }));
  const networkId = idIn(answer, 'network_id');
  const members = await must(client, get(`/v1/networks/${networkId}/memberships`));
  const entityId = idIn(members, 'data', 0, 'entity_id');
  const roles = ['governor', 'furnisher', 'querier'];
  await must(client, put(`/v1/networks/${networkId}/memberships/${entityId}`, { roles }));
  // Queriers get another error for a query without a subject than other members.
  const query = post('/v1/products/kyb_certificate/query', { network_ids: [networkId] });
  await untilBound(client, query);
  return [networkId, entityId];
}

/** Waits until a new role permits a request, which may fail for another reason. */
async function untilBound(client: Client, request: Request): Promise<void> {
  let seen = 0;
  await until(
    () => client.send(request),
    ({ status }) => {
      seen = status === 403 ? 0 : seen + 1;
      return seen === TIMES_SEEN;
    },
  );
}

function idIn({ request, body, text }: Answer, ...path: readonly (string | number)[]): string {
  const id = memberOf(body, ...path);
  if (typeof id === 'string') return id;
  throw new CannotBeginError(
    `The kit could not make its network: ${request.method} ${request.path} answered ${text}, ` +
      `without ${path.join('.')}.`,
  );
}

async function must(client: Client, request: Request): Promise<Answer> {
  const answer = await client.send(request);
  if (answer.status === 200) return answer;
  throw new CannotBeginError(
    `The kit could not make its network: ${request.method} ${request.path} answered ` +
      `${answer.status} ${answer.text.slice(0, LONGEST_TEXT)}. ${adviceOn(answer)}`,
  );
}

/** Every error of the system has a detail (contract 7.1, 7.4), besides other faults. */
function adviceOn({ status, body }: Answer): string {
  if (typeof memberOf(body, 'detail') !== 'string' || status === 404) {
    return 'That is no answer of this system: --base-url is its address, without /v1.';
  }
  if (status === 401) return 'The token of --token is not valid here, or names no account.';
  if (status !== 403) return 'The deployment is at fault, or what is in front of it.';
  return 'The token of --token needs every permission, network:admin among them.';
}
