import type { MembershipRole, Principal } from '@ndx/contracts';
import { FIRST, type EntityService } from './entity-service.js';

/** The principal of a token with this organization and user, as the gateway resolves it. */
export async function signIn(
  service: EntityService,
  organization: string,
  subject: string,
): Promise<Principal> {
  const { body } = await service.call<Omit<Principal, 'permissions'>>(
    'gateway',
    'POST',
    '/internal/accounts/resolve',
    { organization, subject },
  );
  return { ...body, permissions: ['entity:search', 'network:admin'] };
}

export function signInFirst(service: EntityService): Promise<Principal> {
  return signIn(service, FIRST.orgId, FIRST.subject);
}

/** A network founded by the first institution, and the principal of that institution. */
export async function foundNetwork(service: EntityService, name = 'Network') {
  const founder = await signInFirst(service);
  const { body } = await service.call<{ network_id: string }>(founder, 'POST', '/v1/networks', {
    name,
  });
  return { networkId: body.network_id, governor: await signInFirst(service) };
}

/** Two networks governed by the first institution. */
export async function foundTwoNetworks(service: EntityService) {
  const { networkId } = await foundNetwork(service);
  const { networkId: otherNetworkId, governor } = await foundNetwork(service);
  return { networkId, otherNetworkId, governor };
}

let organizations = 0;

/** A registered institution with one account, and its principal. */
export async function joinInstitution(
  service: EntityService,
  governor: Principal,
  networkId: string,
  ...roles: MembershipRole[]
): Promise<Principal> {
  const organization = `org-${String(++organizations)}`;
  const institutions = `/v1/networks/${networkId}/institutions`;
  const { body } = await service.call<{ entity_id: string }>(governor, 'POST', institutions, {
    name: `Institution ${organization}`,
    org_id: organization,
    roles,
  });
  const accounts = `${institutions}/${body.entity_id}/accounts`;
  await service.call(governor, 'POST', accounts, { subject: 'user' });
  return signIn(service, organization, 'user');
}
