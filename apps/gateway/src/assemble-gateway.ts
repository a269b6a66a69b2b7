import 'reflect-metadata';
import { AccessLog, createLogger, createRegistry, startTracing, type Logger } from '@ndx/telemetry';
import { ErrorFilter, letGoInTurn, letGoTogether, Readiness, tellOfAnswers } from '@ndx/service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAuthentication } from './authentication/create-authentication.js';
import type { GatewayConfig } from './gateway.config.js';
import { serveApiDocument } from './http/api-document.js';
import { Bodies } from './http/bodies.js';
import { createApp } from './http/create-app.js';
import { RefusalFilter } from './http/refusal-filter.js';
import { createRateLimits } from './limits/create-rate-limits.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';
import { Proxy } from './proxy/proxy.js';
import { servePublicRoutes } from './routing/public-routes.js';
import { ROUTES } from './routing/routes.js';

/** A gateway with all its parts in place; it does not listen yet. */
export interface AssembledGateway {
  readonly app: NestFastifyApplication;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
  readonly readiness: Readiness;
  /** Finishes what is in flight and lets go of everything. */
  close(): Promise<void>;
}

/** Puts a gateway together; it has asked nobody for a key yet. */
export async function assembleGateway(config: GatewayConfig): Promise<AssembledGateway> {
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const readiness = new Readiness();
  const metrics = new GatewayMetrics(createRegistry('gateway', config.ENVIRONMENT));
  const accessLog = new AccessLog('gateway', config.LOG_LEVEL, 'info');
  const tracing = await startTracing({
    name: 'gateway',
    ...{ config, logger, registry: metrics.registry },
    servesStrangers: true,
  });
  const authentication = createAuthentication(config, logger, metrics);
  const proxy = new Proxy(config.upstreams, {
    connections: config.UPSTREAM_CONNECTIONS,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
  });
  const rateLimits = await createRateLimits(config, logger, metrics);
  metrics.observeUpstreams(() => proxy.loads());
  const bodies = new Bodies(config.MAX_BODY_BYTES);
  readiness.require(() => authentication.keySet.problem());
  const app = await createApp(config, logger, readiness);
  app.useGlobalFilters(new ErrorFilter(logger), new RefusalFilter(logger, metrics));
  const fastify = app.getHttpAdapter().getInstance();
  tellOfAnswers(fastify, metrics.http, accessLog);
  servePublicRoutes(fastify, ROUTES, { ...authentication, rateLimits, bodies }, proxy);
  // A plugin that is awaited fixes how errors are answered: Nest's way has to be there before.
  await app.init();
  await serveApiDocument(fastify);
  return {
    app,
    logger,
    metrics,
    readiness,
    close: async () => {
      readiness.require(() => 'stopping');
      await letGoInTurn(
        () => app.close(),
        async () => accessLog.close(),
        () =>
          letGoTogether(
            () => tracing.close(config.SHUTDOWN_GRACE_MS),
            () => authentication.close(),
            () => rateLimits.close(),
            () => proxy.close(),
          ),
      );
    },
  };
}
