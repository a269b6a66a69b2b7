import { requestsInFlight } from '@ndx/service';
import { REQUEST_ID_HEADER, requestIdFrom } from '@ndx/telemetry';
import type { FastifyInstance } from 'fastify';

/**
 * Gives every request its id, which its response has too, also when it is rejected before
 * authentication.
 */
export function addRequestIds(fastify: FastifyInstance): void {
  fastify.decorateRequest('context', undefined);
  fastify.addHook('onRequest', (request, reply, done) => {
    const requestId = requestIdFrom(request.headers[REQUEST_ID_HEADER]);
    request.context = { requestId, place: requestsInFlight.enter(request, reply, requestId) };
    void reply.header(REQUEST_ID_HEADER, requestId);
    requestsInFlight.handle(request.context.place, done);
  });
}
