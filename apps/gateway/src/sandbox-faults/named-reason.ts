import { reasonsOf, RequestShapeError } from '@ndx/api';
import { DomainError, REASONS } from '@ndx/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../routing/route.js';
import { FAULT_HEADER } from './sandbox-faults.js';

/** Names the reason with which a sandbox rejects a request (decision 0086). */
export const REASON_HEADER = 'x-sandbox-reason';

/** Until the next request may be sent, in seconds. */
const RETRY_AFTER = 1;

/**
 * Rejects a request with the reason in its header, before it is forwarded.
 * @throws DomainError with that reason
 * @throws RequestShapeError for a reason that the operation does not declare
 */
export function rejectAsNamed(route: Route, request: FastifyRequest, reply: FastifyReply): void {
  const named = request.headers[REASON_HEADER]?.toString();
  if (named === undefined) return;
  const reasons = reasonsOf(route);
  const reason = reasons.find((declared) => declared === named);
  if (reason === undefined) {
    const message = `must be a reason of the operation: ${reasons.join(', ')}`;
    throw new RequestShapeError('header', [REASON_HEADER], message);
  }
  const detail = `simulated: ${REASONS[reason].cause}`;
  const error = new DomainError(reason, detail);
  void reply.header(FAULT_HEADER, reason);
  if (error.status === 429) void reply.header('retry-after', RETRY_AFTER);
  throw error;
}
