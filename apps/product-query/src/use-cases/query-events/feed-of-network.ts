import { hasRole, requireMember, type Principal } from '@ndx/contracts';

/**
 * The institution to whose queries the feed of a network is restricted for the caller; undefined for
 * governors, who see every query of the network (decision 0030).
 * @throws PERMISSION_DENIED for callers who are not members
 */
export function queryingEntityOf(principal: Principal, networkId: string): string | undefined {
  requireMember(principal, networkId);
  return hasRole(principal, networkId, 'governor') ? undefined : principal.entity_id;
}
