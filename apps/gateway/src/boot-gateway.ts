import 'reflect-metadata';
import { maxHeaderSize } from 'node:http';
import { createLogger, ErrorFilter, NestLogger, Readiness, type Stoppable } from '@ndx/service-kit';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createAuthentication } from './authentication/create-authentication.js';
import { loadGatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { serveApiDocument } from './http/api-document.js';
import { readableUrl } from './http/readable-url.js';
import { refuseUnparsed } from './http/refuse-unparsed.js';
import { RefusalFilter } from './http/refusal-filter.js';
import { Proxy } from './proxy/proxy.js';
import { servePublicRoutes } from './routing/public-routes.js';
import { ROUTES } from './routing/routes.js';

/** A gateway that answers; `close` finishes what is in flight and lets go of everything. */
export interface RunningGateway extends Stoppable {
  readonly url: string;
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
  const authentication = createAuthentication(config, logger);
  const proxy = new Proxy(config.upstreams, {
    connections: config.UPSTREAM_CONNECTIONS,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
  });
  readiness.require(() => authentication.keySet.problem());
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(config, readiness),
    new FastifyAdapter({
      bodyLimit: config.MAX_BODY_BYTES,
      // As long as a request line may be: whether an id is one is for its service to say.
      routerOptions: { maxParamLength: maxHeaderSize },
      clientErrorHandler: refuseUnparsed,
      rewriteUrl: (request: { readonly url?: string }) => readableUrl(request.url),
    }),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  app.useGlobalFilters(new ErrorFilter(logger), new RefusalFilter(logger));
  const fastify = app.getHttpAdapter().getInstance();
  servePublicRoutes(fastify, ROUTES, { ...authentication, proxy });
  // A plugin that is awaited fixes how errors are answered: Nest's way has to be there before.
  await app.init();
  await serveApiDocument(fastify);
  await app.listen(config.PORT, config.HOST);
  const url = await app.getUrl();
  logger.info({ url }, 'gateway listens');
  return {
    url,
    shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
    close: async () => {
      readiness.require(() => 'stopping');
      await app.close();
      await Promise.all([authentication.close(), proxy.close()]);
    },
  };
}
