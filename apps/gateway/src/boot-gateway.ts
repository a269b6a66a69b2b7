import 'reflect-metadata';
import {
  AccessLog,
  createLogger,
  DRAINABLE,
  drainConnections,
  ErrorFilter,
  NestLogger,
  Readiness,
  startTracing,
  tellOfAnswers,
  type Stoppable,
} from '@ndx/service-kit';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAuthentication } from './authentication/create-authentication.js';
import { loadGatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { serveApiDocument } from './http/api-document.js';
import { Bodies } from './http/bodies.js';
import { readableUrl } from './http/readable-url.js';
import { refuseUnparsed } from './http/refuse-unparsed.js';
import { RefusalFilter } from './http/refusal-filter.js';
import { createRateLimits } from './limits/create-rate-limits.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';
import { serveMetrics } from './metrics/metrics-server.js';
import { Proxy } from './proxy/proxy.js';
import { servePublicRoutes } from './routing/public-routes.js';
import { ROUTES } from './routing/routes.js';

/**
 * Of the address and all headers: room for a token of 100 kB, which is for the authentication layer
 * to judge, and still within what every service takes.
 */
const MAX_HEADER_BYTES = 262_144;
/** Longer than a load balancer in front keeps an idle connection, so that it is the one to end it. */
const PUBLIC_KEEP_ALIVE_MS = 72_000;
/** How often it is looked for requests that take too long to arrive. */
const LONGEST_CHECK_INTERVAL_MS = 1_000;

/** A gateway that answers; `close` finishes what is in flight and lets go of everything. */
export interface RunningGateway extends Stoppable {
  readonly url: string;
  /** Where `/metrics` is; undefined where no port is set for it. */
  readonly metricsUrl: string | undefined;
}

/**
 * Boots a gateway. It listens even while the identity provider cannot be reached, and is ready
 * once it has read the keys.
 * @throws ConfigurationError when a variable is missing or malformed
 */
export async function bootGateway(env: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const config = loadGatewayConfig(env);
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const readiness = new Readiness();
  const metrics = new GatewayMetrics();
  const accessLog = new AccessLog('gateway', config.LOG_LEVEL, 'info');
  const tracing = await startTracing({
    name: 'gateway',
    ...{ config, logger, registry: metrics.registry },
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
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(config, readiness),
    new FastifyAdapter({
      ...DRAINABLE,
      keepAliveTimeout: PUBLIC_KEEP_ALIVE_MS,
      bodyLimit: config.MAX_BODY_BYTES,
      // A request that dribbles in holds its connection no longer than this.
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      http: {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: Math.ceil(config.REQUEST_TIMEOUT_MS / 3),
        connectionsCheckingInterval: Math.min(
          LONGEST_CHECK_INTERVAL_MS,
          config.REQUEST_TIMEOUT_MS / 3,
        ),
      },
      // As long as a request line may be: whether an id is one is for its service to say.
      routerOptions: { maxParamLength: MAX_HEADER_BYTES },
      clientErrorHandler: refuseUnparsed,
      rewriteUrl: (request: { readonly url?: string }) => readableUrl(request.url),
    }),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  app.useGlobalFilters(new ErrorFilter(logger), new RefusalFilter(logger, metrics));
  const fastify = app.getHttpAdapter().getInstance();
  tellOfAnswers(fastify, metrics.http, accessLog);
  servePublicRoutes(fastify, ROUTES, { ...authentication, rateLimits, bodies }, proxy);
  // A plugin that is awaited fixes how errors are answered: Nest's way has to be there before.
  await app.init();
  await serveApiDocument(fastify);
  await app.listen(config.PORT, config.HOST);
  const metricsServer =
    config.METRICS_PORT === ''
      ? undefined
      : await serveMetrics(metrics.registry, config.HOST, config.METRICS_PORT);
  const url = await app.getUrl();
  logger.info({ url, metrics_url: metricsServer?.url }, 'gateway listens');
  return {
    url,
    metricsUrl: metricsServer?.url,
    shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
    drain: () => {
      readiness.require(() => 'stopping');
      return drainConnections(fastify.server);
    },
    close: async () => {
      readiness.require(() => 'stopping');
      await app.close();
      accessLog.close();
      await Promise.all([authentication.close(), rateLimits.close(), proxy.close()]);
      await metricsServer?.close();
      await tracing.close();
    },
  };
}
