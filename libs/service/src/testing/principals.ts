import {
  DEFAULT_COUNTRY,
  newId,
  PERMISSIONS,
  type MembershipRole,
  type Principal,
} from '@ndx/contracts';

/** An account of a new institution, with every permission, in these networks. */
export function account(memberships: Principal['memberships'] = []): Principal {
  return { account_id: newId(), entity_id: newId(), permissions: PERMISSIONS, memberships };
}

/** An account of a new institution, with roles in the network. */
export function member(networkId: string, ...roles: MembershipRole[]): Principal {
  return account([{ network_id: networkId, roles, country: DEFAULT_COUNTRY }]);
}

/** An account of a new institution, with a role in each of the networks. */
export function memberOfEach(role: MembershipRole, ...networkIds: string[]): Principal {
  return account(
    networkIds.map((network_id) => ({ network_id, roles: [role], country: DEFAULT_COUNTRY })),
  );
}
