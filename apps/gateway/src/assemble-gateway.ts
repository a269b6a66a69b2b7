import 'reflect-metadata';
import { checkOperations, OPERATIONS } from '@ndx/api';
import { AccessLog, createLogger } from '@ndx/telemetry';
import {
  closeApp,
  ConnectionDrain,
  cutUnreadResponses,
  ErrorFilter,
  handledOperations,
  initApp,
  recordRequests,
} from '@ndx/service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authenticator } from './authentication/authenticator.js';
import type { GatewayConfig } from './gateway.config.js';
import { serveApiDocument } from './http/api-document.js';
import { Bodies } from './http/bodies.js';
import { createApp } from './http/create-app.js';
import { allowOrigins } from './http/cross-origin.js';
import { checkFraming } from './http/message-framing.js';
import { addRequestIds } from './http/request-ids.js';
import { serveConsole } from './http/serve-console.js';
import { serveDocuments } from './http/serve-documents.js';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.js';
import { StatusController } from './http/status.controller.js';
import { RefusalFilter } from './http/refusal-filter.js';
import { BlockingRequests } from './limits/blocking-requests.js';
import { RateLimits } from './limits/rate-limits.js';
import { RejectedCredentials } from './limits/rejected-credentials.js';
import { RequestsInProgress } from './limits/requests-in-progress.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';
import { Proxy } from './proxy/proxy.js';
import { servePublicRoutes } from './routing/public-routes.js';
import { routesOf } from './routing/routes.js';
import { sandboxRuns } from './routing/sandbox-runs.js';
import { SigningKeysController } from './signing-keys/signing-keys.controller.js';
import { SandboxFaults } from './sandbox-faults/sandbox-faults.js';

/** An assembled gateway; it does not listen yet. */
export interface AssembledGateway {
  readonly app: NestFastifyApplication;
  readonly connections: ConnectionDrain;
  /** Finishes requests in flight and closes all resources. */
  close(): Promise<void>;
}

/** Assembles a gateway; it has not fetched keys yet. */
export async function assembleGateway(config: GatewayConfig): Promise<AssembledGateway> {
  checkOperations(
    'gateway',
    handledOperations([StatusController, SigningKeysController]),
    OPERATIONS,
  );
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const app = await createApp(config, logger);
  const metrics = app.get(GatewayMetrics);
  app.useGlobalFilters(new ErrorFilter(logger), new RefusalFilter(logger, metrics));
  const fastify = app.getHttpAdapter().getInstance();
  const connections = new ConnectionDrain(fastify.server);
  recordRequests(fastify, metrics.http, app.get(AccessLog));
  cutUnreadResponses(fastify.server, config.REQUEST_TIMEOUT_MS, () => metrics.http.cutUnread());
  addRequestIds(fastify);
  addSecurityHeaders(fastify, securityHeaders(config.HSTS_MAX_AGE_SECONDS));
  checkFraming(fastify);
  allowOrigins(fastify, config.CORS_ORIGINS);
  const checks = {
    authenticator: app.get(Authenticator),
    rejected: app.get(RejectedCredentials),
    rateLimits: app.get(RateLimits),
    blocking: app.get(BlockingRequests),
    inProgress: app.get(RequestsInProgress),
    bodies: new Bodies(config.MAX_BODY_BYTES),
    sandboxRunOf: sandboxRuns(config.ENVIRONMENT),
  };
  // After the hook of the previous plugin: a preflight has no token.
  const routes = routesOf(config.ENVIRONMENT);
  const faults = config.SANDBOX_FAULTS ? new SandboxFaults() : undefined;
  fastify.after(() => servePublicRoutes(fastify, routes, checks, app.get(Proxy), faults));
  // An awaited plugin freezes the error handler, so Nest's must be set before.
  await initApp(app);
  await serveApiDocument(fastify);
  await serveDocuments(fastify);
  if (config.CONSOLE_ENABLED) {
    await serveConsole(fastify, {
      issuer: config.TOKEN_ISSUER,
      clientId: config.CLIENT_ID,
      scope: config.CONSOLE_SCOPE,
      dashboardUrl: config.CONSOLE_DASHBOARD_URL,
      logsUrl: config.CONSOLE_LOGS_URL,
      name: config.CONSOLE_NAME,
      logoFile: config.CONSOLE_LOGO_FILE,
    });
  }
  return { app, connections, close: () => closeApp(app) };
}
