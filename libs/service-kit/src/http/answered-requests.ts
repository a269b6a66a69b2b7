import type { FastifyInstance } from 'fastify';
import { logFields } from '../context/log-fields.js';
import type { AccessLog } from '../logging/access-log.js';
import { patternOf, type HttpMetrics } from '../metrics/http-metrics.js';
import { OPEN_ROUTES } from './request-hooks.js';

/** Has each request counted and told of once its answer is sent. */
export function tellOfAnswers(
  fastify: FastifyInstance,
  metrics: HttpMetrics,
  accessLog: AccessLog,
): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { config } = request.routeOptions;
    const { statusCode: status } = reply.raw;
    const durationMs = reply.elapsedTime;
    metrics.observe(config, method, status, durationMs / 1_000);
    if (accessLog.tells(status)) {
      const route = patternOf(config);
      if (!OPEN_ROUTES.test(route)) {
        const { request_id, institution, trace_id } = logFields(request.context ?? {});
        const duration_ms = Math.round(durationMs * 1_000) / 1_000;
        // Not spread: an object that is put together so takes pino four times as long.
        accessLog.tell({ request_id, institution, trace_id, method, route, status, duration_ms });
      }
    }
    done();
  });
}
