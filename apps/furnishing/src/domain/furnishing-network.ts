import {
  denied,
  invalid,
  NETWORK_HEADER,
  networksWithRole,
  requireRole,
  type Principal,
} from '@ndx/contracts';

/**
 * The network in which a template is furnished: the given one, else the only one in which the
 * caller is a furnisher.
 * @throws PERMISSION_DENIED, VALIDATION_ERROR when several are possible
 */
export function furnishingNetwork(principal: Principal, named: string | undefined): string {
  if (named !== undefined) {
    requireRole(principal, named, 'furnisher');
    return named;
  }
  const [network, ...others] = networksWithRole(principal, 'furnisher');
  if (network === undefined) {
    throw invalid(
      'network_required',
      `the institution is not a furnisher in any network; ${NETWORK_HEADER} must name one`,
    );
  }
  if (others.length > 0) {
    throw invalid(
      'network_required',
      `the institution is a furnisher in several networks; ${NETWORK_HEADER} must name one`,
    );
  }
  return network;
}

/** An institution can furnish only in its own name. @throws PERMISSION_DENIED */
export function requireOwnName(principal: Principal, furnisherId: unknown): void {
  if (typeof furnisherId === 'string' && furnisherId.toLowerCase() !== principal.entity_id) {
    throw denied('other_institution', "network_furnisher_id is not the caller's institution");
  }
}
