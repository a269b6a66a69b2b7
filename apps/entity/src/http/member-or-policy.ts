import { requireMember } from '@ndx/contracts';
import { principalOf } from '@ndx/service';
import type { FastifyRequest } from 'fastify';

/**
 * Requires a member of the network, or policy as itself: it publishes scheduled drafts, for which
 * there is no request of an account.
 * @throws PERMISSION_DENIED
 */
export function requireMemberOrPolicy(request: FastifyRequest, networkId: string): void {
  const { caller } = request;
  if (caller?.kind === 'service' && caller.service === 'policy') return;
  requireMember(principalOf(request), networkId);
}
