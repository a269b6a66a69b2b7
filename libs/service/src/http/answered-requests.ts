import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logFields, type AccessLog, patternOf, type HttpMetrics } from '@ndx/telemetry';
import { OPEN_ROUTES } from './request-hooks.js';

/** What nginx says of a request whose caller did not wait for its answer. */
const CALLER_GONE = 499;

/**
 * Has each request counted and told of once, when its answer is sent or its caller is gone. To be
 * called before whatever may refuse a request.
 */
export function tellOfAnswers(
  fastify: FastifyInstance,
  metrics: HttpMetrics,
  accessLog: AccessLog,
): void {
  // The framework's own hook for it does not see a caller go.
  fastify.addHook('onRequest', (request, reply, done) => {
    const arrived = performance.now();
    reply.raw.once('close', () => tell(request, reply, performance.now() - arrived));
    done();
  });

  function tell(request: FastifyRequest, { raw }: FastifyReply, durationMs: number): void {
    const { method } = request;
    const { config } = request.routeOptions;
    const status = raw.writableFinished ? raw.statusCode : CALLER_GONE;
    metrics.observe(config, method, status, durationMs / 1_000);
    if (!accessLog.tells(status)) return;
    const route = patternOf(config);
    if (OPEN_ROUTES.test(route)) return;
    const { request_id, institution, trace_id } = logFields(request.context ?? {});
    const duration_ms = Math.round(durationMs * 1_000) / 1_000;
    // Not spread: an object that is put together so takes pino four times as long.
    accessLog.tell({ request_id, institution, trace_id, method, route, status, duration_ms });
  }
}
