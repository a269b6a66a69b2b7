import { DomainError } from '@ndx/contracts';
import type { FastifyInstance } from 'fastify';
import {
  inRequestContext,
  type RequestContext,
  REQUEST_ID_HEADER,
  requestIdFrom,
  startServerSpan,
  traceparentFor,
  withinSpan,
} from '@ndx/telemetry';
import { CLOCK_HEADER } from './clock-header.js';
import { queryFault } from './request-bounds.js';
import { requestsInFlight } from '../watchdog/requests-in-flight.js';
import { PRINCIPAL_HEADER, type PrincipalVerifier } from '../principal/signed-principal.js';

declare module 'fastify' {
  interface FastifyRequest {
    context?: RequestContext;
  }
}

/** Routes that an operator's tools call without a principal. */
export const OPEN_ROUTES = /^\/(health(\/(live|ready))?|metrics)$/;

/** Gives every request its context, and rejects requests without a valid signature of the exchange. */
export function addRequestHooks(fastify: FastifyInstance, principals: PrincipalVerifier): void {
  fastify.decorateRequest('caller', undefined);
  fastify.decorateRequest('context', undefined);
  fastify.decorateRequest('span', undefined);
  fastify.addHook('onRequest', (request, reply, done) => {
    const requestId = requestIdFrom(request.headers[REQUEST_ID_HEADER]);
    void reply.header(REQUEST_ID_HEADER, requestId);
    if (request.url.startsWith('/internal/')) void reply.header(CLOCK_HEADER, Date.now());
    const principalHeader = request.headers[PRINCIPAL_HEADER];
    const header = request.headers['traceparent'];
    const received = typeof header === 'string' ? header : undefined;
    request.caller = principals.verify(principalHeader);
    // No span for probes and scrapes, or for requests that are rejected before authentication.
    request.span =
      request.caller && startServerSpan(request, reply, { requestId, traceparent: received });
    const traceparent = traceparentFor(request.span) ?? received;
    const account = request.caller?.kind === 'account' ? request.caller.principal : undefined;
    const context: RequestContext = {
      requestId,
      place: requestsInFlight.enter(request, reply, requestId, account?.entity_id),
      ...(traceparent !== undefined && { traceparent }),
      ...(typeof principalHeader === 'string' && { principalHeader }),
      ...(account && { accountId: account.account_id, entityId: account.entity_id }),
    };
    request.context = context;
    if (request.caller !== undefined || OPEN_ROUTES.test(pathOf(request.url))) {
      requestsInFlight.handle(context.place, () => done(queryFault(request.url)));
    } else done(new DomainError('principal_missing', 'the request has no valid principal'));
  });
  // After the body has arrived: reading it may leave the asynchronous context of the request.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const { context, span } = request;
    if (context) withinSpan(span, () => inRequestContext(context, done));
    else done();
  });
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
