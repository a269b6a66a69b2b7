import {
  conflict,
  MEMBERSHIP_ROLES,
  notFound,
  type MembershipChanged,
  type MembershipRole,
  type PayloadOf,
} from '@ndx/contracts';

/** The roles of an institution in a network. A former member keeps its row, without roles. */
export interface Membership {
  readonly networkId: string;
  readonly entityId: string;
  /** Roles in the order of `MEMBERSHIP_ROLES`, without duplicates; empty: not a member. */
  readonly roles: readonly MembershipRole[];
  readonly joinedAt: Date;
  readonly revision: number;
}

type Place = Pick<Membership, 'networkId' | 'entityId'>;

/** The membership with these roles: new, changed or granted again. */
export function grantRoles(
  place: Place,
  current: Membership | undefined,
  roles: readonly MembershipRole[],
  now: Date,
): Membership {
  return {
    networkId: place.networkId,
    entityId: place.entityId,
    roles: MEMBERSHIP_ROLES.filter((role) => roles.includes(role)),
    joinedAt: current && current.roles.length > 0 ? current.joinedAt : now,
    revision: (current?.revision ?? 0) + 1,
  };
}

/** @throws RESOURCE_NOT_FOUND when the institution was never a member */
export function endMembership(current: Membership | undefined): Membership {
  // An institution that asked to join has the first revision, without roles.
  const wasMember = current && (current.roles.length > 0 || current.revision > 1);
  if (!wasMember) throw notFound('not_found', 'membership not found');
  return { ...current, roles: [], revision: current.revision + 1 };
}

/** @throws RESOURCE_CONFLICT when the network would have no governor left */
export function requireGovernorLeft(changed: Membership, others: readonly Membership[]): void {
  if ([changed, ...others].some(({ roles }) => roles.includes('governor'))) return;
  throw conflict('last_governor', 'the network would be left without a governor');
}

export function stateOfMembership(membership: Membership): PayloadOf<typeof MembershipChanged> {
  return {
    network_id: membership.networkId,
    entity_id: membership.entityId,
    roles: [...membership.roles],
    revision: membership.revision,
  };
}
