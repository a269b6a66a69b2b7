import { routedPath } from '@ndx/api';
import { startServerSpan, traceparentFor, withinSpan } from '@ndx/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayHeaders, Proxy } from '../proxy/proxy.js';
import { newTraceparent, traceparentFrom } from '../proxy/trace-context.js';
import { rejectAsNamed } from '../sandbox-faults/named-reason.js';
import { rejectedRecords } from '../sandbox-faults/rejected-records.js';
import type { SandboxFaults } from '../sandbox-faults/sandbox-faults.js';
import { admit, type AdmissionChecks } from './admission.js';
import type { Route } from './route.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The public operation of a request. */
    readonly publicRoute?: Route;
  }
}

/** Marks the responses to an institution that moved its clock, with its time (decision 0085). */
const CLOCK_HEADER = 'x-sandbox-clock';

/**
 * Serves the public operations on Fastify itself, so that forwarded bodies are not parsed. Unknown
 * paths are a 404 with a valid token and a 401 without (design 11).
 */
export function servePublicRoutes(
  fastify: FastifyInstance,
  routes: readonly Route[],
  checks: AdmissionChecks,
  proxy: Proxy,
  faults: SandboxFaults | undefined,
): void {
  takeBodiesAsBytes(fastify);
  checks.bodies.attach(fastify);
  fastify.decorateRequest('span', undefined);
  fastify.addHook('onRequest', async (request, reply) => {
    const { requestId, place } = request.context ?? {};
    if (requestId === undefined) throw new Error('a request has no id');
    const route = request.routeOptions.config.publicRoute;
    // The gateway's own routes are public; no operation uses OPTIONS.
    if (route === undefined && !request.is404 && request.method !== 'OPTIONS') return;
    const received = traceparentFrom(request.headers['traceparent']);
    const span = startServerSpan(request, reply, { requestId, traceparent: received });
    const traceparent = traceparentFor(span) ?? received ?? newTraceparent();
    request.span = span;
    request.context = { requestId, traceparent, place };
    const { accountId, entityId, principalHeader, clockOffsetMs } = await withinSpan(span, () =>
      admit(checks, route, request, reply),
    );
    if (clockOffsetMs > 0) {
      void reply.header(CLOCK_HEADER, new Date(Date.now() + clockOffsetMs).toISOString());
    }
    request.context = { requestId, traceparent, place, principalHeader, accountId, entityId };
  });
  for (const route of routes) {
    const pass = (request: FastifyRequest, reply: FastifyReply) =>
      proxy.pass(route, request, reply, gatewayHeadersFor(request), () =>
        checks.blocking.count(request.context?.accountId ?? '', route),
      );
    const passAndRefresh = async (request: FastifyRequest, reply: FastifyReply) => {
      await pass(request, reply);
      if (reply.raw.statusCode >= 300) return;
      const { entity_id = request.context?.entityId } = request.params as { entity_id?: string };
      if (entity_id !== undefined) checks.authenticator.refreshAccountsOf(entity_id);
    };
    fastify.route({
      // HEAD wherever there is GET; any method that is not in the contract is a 404.
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: routedPath(route),
      exposeHeadRoute: false,
      config: { publicRoute: route },
      ...(faults && {
        preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
          rejectAsNamed(route, request, reply);
          const rejection = rejectedRecords(route, request, reply);
          if (rejection) return reply.send(rejection);
          if (route.takesIdempotencyKey) await faults.simulate(request, reply);
          return undefined;
        },
      }),
      handler: route.changesAccounts ? passAndRefresh : pass,
    });
  }
}

/** Accepts every content type unparsed; Fastify rejects bodies beyond the limit. */
function takeBodiesAsBytes(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

function gatewayHeadersFor({ context }: FastifyRequest): GatewayHeaders {
  const { requestId, traceparent, principalHeader } = context ?? {};
  if (requestId === undefined || traceparent === undefined || principalHeader === undefined) {
    throw new Error('a request reached the proxy without a session');
  }
  return { requestId, traceparent, principalHeader };
}
