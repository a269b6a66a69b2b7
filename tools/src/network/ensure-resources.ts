import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer, ApiClient } from './api-client.js';
import type { DemoInstitution } from './demo-network.js';
import { succeed } from './expect-answer.js';

/** Each function creates a resource through the API, and keeps an existing one. */

export async function ensureNetwork(
  operator: ApiClient,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await unlessExisting(operator.post('/v1/networks', { network_id: id, name }));
}

/** Registers an institution, with its account, in its home network. */
export async function ensureInstitution(
  operator: ApiClient,
  networkId: string,
  { entityId, account, name, roles, subject }: DemoInstitution,
): Promise<void> {
  const institution = { entity_id: entityId, org_id: account, name, roles };
  await unlessExisting(operator.post(`/v1/networks/${networkId}/institutions`, institution));
  await ensureAccount(operator, networkId, { entityId, subject });
}

/** Adds a user of an institution of the network. */
export async function ensureAccount(
  operator: ApiClient,
  networkId: string,
  { entityId, subject }: Pick<DemoInstitution, 'entityId' | 'subject'>,
): Promise<void> {
  const accounts = `/v1/networks/${networkId}/institutions/${entityId}/accounts`;
  await unlessExisting(operator.post(accounts, { subject }));
}

/** Gives its roles to an institution that is registered in another network. */
export async function ensureMembership(
  operator: ApiClient,
  networkId: string,
  { entityId, roles }: DemoInstitution,
): Promise<void> {
  await succeed(operator.put(`/v1/networks/${networkId}/memberships/${entityId}`, { roles }));
}

/** Ends the membership of an institution, if it has one. */
export async function ensureDeparture(
  operator: ApiClient,
  networkId: string,
  { member, entityId }: { readonly member: ApiClient; readonly entityId: string },
): Promise<void> {
  if ((await membersFor(member, networkId)).status !== 200) return;
  await succeed(operator.delete(`/v1/networks/${networkId}/memberships/${entityId}`));
}

/** A membership change applies within five seconds (design 3). */
const IN_FORCE_WITHIN_MS = 10_000;

/** Waits until the caller is a member of the network. */
export async function untilMember(member: ApiClient, networkId: string): Promise<void> {
  const deadline = Date.now() + IN_FORCE_WITHIN_MS;
  for (;;) {
    const answer = await membersFor(member, networkId);
    if (answer.status === 200) return;
    if (Date.now() > deadline) await succeed(Promise.resolve(answer));
    await pause(100);
  }
}

function membersFor(member: ApiClient, networkId: string): Promise<ApiAnswer> {
  return member.get(`/v1/networks/${networkId}/participants`);
}

async function unlessExisting(call: Promise<ApiAnswer>): Promise<void> {
  const answer = await call;
  if (answer.status !== 409) await succeed(Promise.resolve(answer));
}
